import { getMetadataArgsStorage } from 'typeorm';

/** A column as the decorators of its entity declare it: its name and its type in SQL. */
export interface ColumnInfo {
  name: string;
  type: string;
}

type Entity<E> = new () => E;

/** The columns of an entity by property. They come from its decorators, so this needs no connection. */
export function columnsOf<E>(entity: Entity<E>): Readonly<Record<keyof E & string, ColumnInfo>> {
  const columns = getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity)
    .map(({ propertyName, options: { name, type } }) => [propertyName, { name: name ?? propertyName, type }] as const);
  if (columns.length === 0) throw new Error(`${entity.name} has no columns`);
  return Object.fromEntries(columns) as Record<keyof E & string, ColumnInfo>;
}

/** The table of an entity. */
export function tableOf<E>(entity: Entity<E>): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (!table?.name) throw new Error(`${entity.name} has no table`);
  return table.name;
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
/** Properties of an entity, separated by blanks. Others do not compile. */
type Properties<E, Names extends string> = Words<Names> extends keyof E ? Names : never;

const qualified = (alias: string | undefined, name: string): string => (alias ? `${alias}.${name}` : name);

function columnsFor<E>(entity: Entity<E>, properties: string): ColumnInfo[] {
  const columns = columnsOf(entity);
  return properties.split(' ').map((property) => columns[property as keyof E & string]);
}

/** The beginning of an INSERT, up to its columns. */
export function insertInto<E, Names extends string>(
  entity: Entity<E>,
  properties: Properties<E, Names>,
  alias?: string,
): string {
  return `INSERT INTO ${tableOf(entity)}${alias ? ` AS ${alias}` : ''} (${columnList(entity, properties)})`;
}

/** The columns of a SELECT or a RETURNING, of the table or of an alias. */
export const columnList = <E, Names extends string>(
  entity: Entity<E>,
  properties: Properties<E, Names>,
  alias?: string,
): string =>
  columnsFor(entity, properties)
    .map(({ name }) => qualified(alias, name))
    .join(', ');

/** The same under names of their own: `{ _id: 'id', site: 'siteId' }`. */
export function columnsAs<E>(
  entity: Entity<E>,
  properties: Readonly<Record<string, keyof E & string>>,
  alias?: string,
): string {
  const columns = columnsOf(entity);
  return Object.entries(properties)
    .map(([as, property]) => `${qualified(alias, columns[property].name)} AS "${as}"`)
    .join(', ');
}

/** Properties, and the SQL of their values. Others do not compile, whether they are written here or are those of a constant. */
type Values<E, V> = V & Record<keyof V, string> & Record<Exclude<keyof V, keyof E>, never>;

/** The assignments of an UPDATE. */
export function setList<E, V extends object>(entity: Entity<E>, values: Values<E, V>): string {
  const columns = columnsOf(entity);
  return Object.entries(values)
    .map(([property, value]) => `${columns[property as keyof E & string].name} = ${String(value)}`)
    .join(', ');
}

/** The beginning of an UPDATE, up to its assignments. */
export const update = <E, V extends object>(entity: Entity<E>, values: Values<E, V>, alias?: string): string =>
  `UPDATE ${tableOf(entity)}${alias ? ` ${alias}` : ''} SET ${setList(entity, values)}`;

/** The columns of a `jsonb_to_recordset`, with their types. */
export const columnTypes = <E, Names extends string>(entity: Entity<E>, properties: Properties<E, Names>): string =>
  columnsFor(entity, properties)
    .map(({ name, type }) => `${name} ${type}`)
    .join(', ');

/** The assignments of an UPDATE from such a record, or from `excluded`. */
export const setFrom = <E, Names extends string>(
  entity: Entity<E>,
  properties: Properties<E, Names>,
  record: string,
): string =>
  columnsFor(entity, properties)
    .map(({ name }) => `${name} = ${record}.${name}`)
    .join(', ');

/** The beginning of an UPDATE that assigns the columns of such a record. */
export const updateFrom = <E, Names extends string>(
  entity: Entity<E>,
  properties: Properties<E, Names>,
  alias: string,
  record: string,
): string => `UPDATE ${tableOf(entity)} ${alias} SET ${setFrom(entity, properties, record)}`;
