import { readFileSync } from 'node:fs';
import { asOpenApi30 } from '#apps/docs/openapi-31';

/** As much of a schema of the OpenAPI document as the specs that walk it need. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  example?: unknown;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  'x-id'?: boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
  'x-id'?: boolean;
}

type Content = Record<string, { schema?: Schema }>;

export interface Operation {
  /** Such as `PATCH /sites/{siteId}`. */
  name: string;
  method: string;
  path: string;
  permission: string | undefined;
  parameters: Parameter[];
  body: Schema | undefined;
  /** Whether it takes CSV, workbooks and forms in place of JSON. */
  takesFiles: boolean;
  responses: Record<string, { content?: Content }>;
}

interface Described {
  'x-permission'?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Operation['responses'];
}

export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export const document = asOpenApi30(JSON.parse(readFileSync('openapi.json', 'utf8')) as Document);

/** Every operation that the service offers, from the checked-in document, which a spec compares with the code. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    permission: described['x-permission'],
    parameters: described.parameters ?? [],
    body: described.requestBody?.content['application/json']?.schema,
    takesFiles: 'text/csv' in (described.requestBody?.content ?? {}),
    responses: described.responses,
  })),
);

/** A schema with its reference followed. */
export function resolve(schema: Schema): Schema {
  const [inner] = schema.allOf ?? [];
  if (inner) return { ...schema, ...resolve(inner), nullable: schema.nullable };
  if (!schema.$ref) return schema;
  const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`${schema.$ref} leads nowhere`);
  return resolve(found);
}

/** The URL of an operation with values for its path and query. */
export function urlOf({ path }: Operation, values: Record<string, string>, query: Record<string, string>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}
