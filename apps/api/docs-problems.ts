import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode, statusOf } from '#libs/core/errors/problem-codes';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const UNSAFE = ['post', 'put', 'patch', 'delete'] as const;
const OF_ANY_BODY: ProblemCode[] = ['payload_too_large', 'unsupported_media_type'];

/** Adds the failures that come with being sent a body, whatever the operation. */
export function withBodyProblems(document: OpenAPIObject): OpenAPIObject {
  const operations = Object.values(document.paths)
    .flatMap((item) => UNSAFE.map((method) => item[method] as Operation | undefined))
    .filter((operation) => operation !== undefined);
  for (const { responses } of operations) {
    for (const code of OF_ANY_BODY) {
      responses[statusOf(code)] ??= {
        description: `\`${code}\`: ${PROBLEMS[code][1]}`,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemResponse' } } },
      };
    }
  }
  return document;
}
