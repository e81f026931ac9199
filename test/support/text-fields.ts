interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  'x-id'?: boolean;
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

/** Every place in the JSON bodies of these operations where people can write what they like, as `POST /path /pointer`. */
export function textFields(document: Document, isMeant: (path: string) => boolean): string[] {
  const below = (schema: Schema | undefined, pointer: string, seen: string[] = []): string[] => {
    if (!schema) return [];
    const name = schema.$ref?.split('/').at(-1);
    if (name) return seen.includes(name) ? [] : below(document.components.schemas[name], pointer, [...seen, name]);
    if (schema.additionalProperties === true) return [`${pointer}/*`];
    const isText = String(schema.type).includes('string') && !schema.enum && !schema['x-id'];
    return [
      ...(isText && (!schema.format || schema.format === 'email') ? [pointer] : []),
      ...(schema.allOf ?? []).flatMap((each) => below(each, pointer, seen)),
      ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) => below(each, `${pointer}/${key}`, seen)),
      ...below(schema.items, `${pointer}/*`, seen),
    ];
  };
  return Object.entries(document.paths)
    .filter(([path]) => isMeant(path))
    .flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { requestBody }]) =>
        below(requestBody?.content['application/json']?.schema, '').map(
          (pointer) => `${method.toUpperCase()} ${path} ${pointer}`,
        ),
      ),
    );
}

/** The places in a body whose text has a word in it, with `*` for each index and each name of a free object. */
export function placesOf(word: string, body: unknown, pointer = ''): string[] {
  if (typeof body === 'string') return body.toLowerCase().includes(word) ? [pointer] : [];
  if (Array.isArray(body)) return body.flatMap((each) => placesOf(word, each, `${pointer}/*`));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, each]) =>
    placesOf(word, each, pointer.endsWith('/values') ? `${pointer}/*` : `${pointer}/${key}`),
  );
}
