import type { OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value);
const NULL = { type: 'null' };

// Examples are data: a word in them that looks like a keyword is not one. Fields may have such names, too.
const DATA = new Set(['example', 'examples', 'default', 'enum']);

function mapSchemas<T>(value: T, change: (schema: Node) => Node, areFields = false): T {
  if (Array.isArray(value)) return value.map((each) => mapSchemas(each, change)) as T;
  if (!isNode(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    DATA.has(key) && !areFields ? each : mapSchemas(each, change, key === 'properties' && !areFields),
  ]);
  const mapped = Object.fromEntries(entries) as Node;
  return (areFields ? mapped : change(mapped)) as T;
}

const takesNull = ({ type }: Node): boolean => [type].flat().includes('null');
const withNull = (kinds: Node[]): Node[] => (kinds.some(takesNull) ? kinds : [...kinds, NULL]);

function toTypes({ nullable, ...schema }: Node): Node {
  if (nullable !== true) return schema;
  if (Array.isArray(schema.allOf)) {
    const { allOf, type: _, ...rest } = schema;
    return { ...rest, anyOf: [...(allOf as Node[]), NULL] };
  }
  if (Array.isArray(schema.oneOf)) return { ...schema, oneOf: withNull(schema.oneOf as Node[]) };
  const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, ...values, type: [schema.type, 'null'] };
}

function toNullable(schema: Node): Node {
  const { type, anyOf } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const values = Array.isArray(schema.enum) ? { enum: schema.enum.filter((each) => each !== null) } : {};
    return { ...schema, ...values, type: (type as string[]).find((each) => each !== 'null'), nullable: true };
  }
  if (!Array.isArray(anyOf) || !anyOf.some((each: Node) => each.type === 'null')) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...rest, allOf: anyOf.filter((each: Node) => each.type !== 'null'), nullable: true };
}

/** The document in OpenAPI 3.1, whose schemas are JSON Schema: null is a type there, not a keyword. */
export const asOpenApi31 = (document: OpenAPIObject): OpenAPIObject => ({
  ...mapSchemas(document, toTypes),
  openapi: '3.1.0',
});

/** The same document with `nullable`, for tools that know OpenAPI 3.0 only. */
export const asOpenApi30 = <T extends object>(document: T): T => ({
  ...mapSchemas(document, toNullable),
  openapi: '3.0.3',
});
