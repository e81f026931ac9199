import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS, type ProblemCode, statusOf } from '#libs/core/errors/problem-codes';
import { problemContent, problemExamples } from '#libs/core/errors/problem-examples';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const UNSAFE = ['post', 'put', 'patch', 'delete'] as const;
const OF_ANY_BODY: ProblemCode[] = ['request_timeout', 'payload_too_large', 'unsupported_media_type'];

/** Adds the failures that every operation with a body can have. */
export function withBodyProblems(document: OpenAPIObject): OpenAPIObject {
  const operations = Object.values(document.paths)
    .flatMap((item) => UNSAFE.map((method) => item[method] as Operation | undefined))
    .filter((operation) => operation !== undefined);
  for (const { responses } of operations) {
    for (const code of OF_ANY_BODY) {
      responses[statusOf(code)] ??= {
        description: `\`${code}\`: ${PROBLEMS[code][1]}`,
        content: problemContent({ $ref: '#/components/schemas/ProblemResponse' }, [code]),
      };
    }
  }
  const text = JSON.stringify(document.paths);
  const examples = Object.entries(problemExamples()).filter(([code]) =>
    text.includes(`"#/components/examples/${code}"`),
  );
  document.components = { ...document.components, examples: Object.fromEntries(examples) };
  return document;
}
