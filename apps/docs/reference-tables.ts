import type { Parameter, Schema, Schemas } from '#apps/docs/openapi-parts';

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const referenceOf = ({ $ref, allOf }: Schema): string | undefined => $ref ?? allOf?.find((each) => each.$ref)?.$ref;

/** Every named shape in these schemas and in the fields of those, in the order in which a reader meets them. */
export function shapesOf(roots: Schema[], schemas: Schemas): string[] {
  const found = new Set<string>();
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return;
    const reference = referenceOf(schema);
    if (reference) {
      if (found.has(nameIn(reference))) return;
      found.add(nameIn(reference));
      visit(schemas[nameIn(reference)]);
    }
    visit(schema.items);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties);
    for (const field of Object.values(schema.properties ?? {})) visit(field);
  };
  roots.forEach(visit);
  return [...found];
}

/** The fields of a response. Schemas within it are links. */
export function shapeTable({ properties = {}, required = [] }: Schema, schemas: Schemas): string {
  const rows = Object.entries(properties).map(([name, field]) => {
    const text = field.description ?? schemas[nameIn(referenceOf(field) ?? '')]?.description ?? '';
    return row(`\`${name}\``, typeOf(field, 'link'), [required.includes(name) ? '' : 'May be absent.', text].filter(Boolean).join(' ')); // prettier-ignore
  });
  return `| Field | Type | |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

export function parameterTable(parameters: Parameter[], schemas: Schemas): string {
  const rows = parameters.map(({ name, in: where, required, description, schema, 'x-id': isId }) =>
    row(
      `\`${name}\``,
      where,
      isId ? 'id' : typeOf(schema, 'limits'),
      textOf({ ...schema, description }, required, schemas),
    ),
  );
  return `| Parameter | In | Type | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

/** The fields of a request, with those within them as `outer.inner` and `list[].inner`. */
export function bodyTable(schema: Schema, schemas: Schemas): string {
  const rows: string[] = [];
  const add = (part: Schema, prefix: string, within: string[]): void => {
    const name = nameIn(referenceOf(part) ?? '');
    if (name && within.includes(name)) return;
    const { properties = {}, required = [] } = name ? (schemas[name] ?? {}) : part;
    for (const [field, value] of Object.entries(properties)) {
      const path = `${prefix}${field}`;
      rows.push(row(`\`${path}\``, typeOf(value, 'limits'), textOf(value, required.includes(field), schemas)));
      add(value.items ?? value, `${path}${value.items ? '[]' : ''}.`, [...within, name]);
    }
  };
  add(schema, '', []);
  return rows.length > 0 ? `| Field | Type | |\n| --- | --- | --- |\n${rows.join('\n')}` : typeOf(schema, 'limits');
}

function textOf(schema: Schema, required: boolean | undefined, schemas: Schemas): string {
  const usual = schema.default === undefined ? '' : `Default \`${JSON.stringify(schema.default)}\`.`;
  const text = schema.description ?? schemas[nameIn(referenceOf(schema) ?? '')]?.description ?? '';
  return [required ? '**Required.**' : '', text && `${text.replace(/\.$/, '')}.`, usual].filter(Boolean).join(' ');
}

/** What a value may be, in words: with the limits of a request, or with links to the schemas of a response. */
export function typeOf(schema: Schema, as: 'limits' | 'link'): string {
  const words = plainType(schema, as);
  return schema.nullable ? `${words} or null` : words;
}

function plainType(schema: Schema, as: 'limits' | 'link'): string {
  const reference = referenceOf(schema);
  if (reference) return as === 'link' ? `[${nameIn(reference)}](#${nameIn(reference).toLowerCase()})` : 'object';
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.oneOf) return [...new Set(schema.oneOf.map((each) => typeOf(each, as)))].join(' or ');
  if (schema.type === 'array') return listType(schema, as);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties, as)}`; // prettier-ignore
  if (schema['x-id'] || schema.format === 'uuid') return 'id';
  if (schema.format === 'email') return 'email address';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'moment';
  if (schema.type === 'integer' || schema.type === 'number') {
    const kind = schema.type === 'integer' ? 'whole number' : 'number';
    return as === 'limits' ? kind + amount(schema.minimum, schema.maximum) : kind;
  }
  if (schema.type === 'string') return as === 'limits' ? `text${amount(schema.minLength, schema.maxLength)}` : 'text';
  return schema.type === 'boolean' ? 'true or false' : (schema.type ?? 'any');
}

function listType({ items = {}, minItems, maxItems, 'x-id': ofIds }: Schema, as: 'limits' | 'link'): string {
  const each = ofIds ? 'id' : typeOf(items, as);
  return `list${as === 'limits' ? amount(minItems, maxItems) : ''} of ${each}`.replace(
    /^list, (.*) of /,
    'list ($1) of ',
  );
}

// Limits that are only those of number types are of no use to a reader.
const TELLING = 1_000_000;

function amount(least?: number, most?: number): string {
  if (most === undefined || most > TELLING) return least ? `, at least ${least}` : '';
  return least === undefined ? `, at most ${most.toLocaleString('en')}` : `, ${least} to ${most.toLocaleString('en')}`;
}
