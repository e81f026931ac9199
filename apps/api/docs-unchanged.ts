import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}
interface Operation {
  parameters?: object[];
  responses: Record<string, { description?: string; headers?: object; content?: Record<string, { schema: Schema }> }>;
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the list that you have: when nothing in it changed, the response is 304 without a body',
  schema: { type: 'string', maxLength: 1000, pattern: '^[\\x20-\\x7e]*$' },
};
const ETAG = {
  description: 'Stands for this content; send it as If-None-Match',
  schema: { type: 'string', maxLength: 100, pattern: '^(W/)?"[\\x21\\x23-\\x7e]*"$' },
};
const UNCHANGED = { description: 'Nothing changed since the response with this ETag.', headers: { ETag: ETAG } };

/** Documents the ETag and the 304 of lists. Records are left out: their ETag is their version, for If-Match. */
export function withUnchanged(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const isRecord = ({ $ref }: Schema): boolean => {
    const { properties = {} } = schemas[$ref?.split('/').at(-1) ?? ''] ?? {};
    return 'version' in properties || 'booking' in properties;
  };
  for (const { get } of Object.values(document.paths)) {
    const operation = get as Operation | undefined;
    const success = operation?.responses['200'];
    const { content = {} } = success ?? {};
    const schema = (content['application/json'] ?? content['text/calendar'])?.schema;
    if (!operation || !success || !schema || isRecord(schema)) continue;
    operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH];
    success.headers = { ...success.headers, ETag: ETAG };
    operation.responses['304'] = UNCHANGED;
  }
  return document;
}
