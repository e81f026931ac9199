import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  type?: string;
  maxItems?: number;
}
interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>;
}

const count = (description: string) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
});
const HEADERS = {
  'RateLimit-Limit': count('Requests that the closest limit allows in its time'),
  'RateLimit-Remaining': count('Requests that are left of them'),
  'RateLimit-Reset': count('Seconds until the next one is free'),
};
const RETRY_AFTER = { 'Retry-After': count('Seconds until the same request may be sent again') };

const ID = { type: 'string', format: 'uuid', maxLength: 36 };

/** The most entries of a response where no smaller limit is known: all students of a site. */
const MOST_ROWS = 1_000_000;

/** Adds the limit headers of every limited response, and the maximum lengths of lists and ids. */
export function withLimits(document: OpenAPIObject): OpenAPIObject {
  document.components = { ...document.components, headers: { ...HEADERS, ...RETRY_AFTER } };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as unknown as Operation[]);
  for (const operation of operations) {
    const isLimited = '429' in operation.responses;
    for (const [status, response] of Object.entries(operation.responses)) {
      const names = [...(isLimited ? Object.keys(HEADERS) : []), ...(/429|503/.test(status) ? ['Retry-After'] : [])];
      if (names.length > 0)
        response.headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
      for (const { schema } of Object.values(response.content ?? {}))
        if (schema.type === 'array') schema.maxItems ??= MOST_ROWS;
    }
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path' && parameter.name !== 'code') parameter.schema = ID;
  }
  return document;
}
