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

/** The beginning of an INSERT, up to its columns: those of properties, which are separated by blanks. Others do not compile. */
export function insertInto<E, Names extends string>(
  entity: Entity<E>,
  properties: Words<Names> extends keyof E ? Names : never,
  alias?: string,
): string {
  const columns: Readonly<Record<string, ColumnInfo>> = columnsOf(entity);
  const names = properties.split(' ').map((property) => columns[property]?.name);
  return `INSERT INTO ${tableOf(entity)}${alias ? ` AS ${alias}` : ''} (${names.join(', ')})`;
}
