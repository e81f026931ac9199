import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { PROBLEMS } from '#libs/core/errors/problem-codes';

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
interface Described {
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: object; examples: Record<string, { value: { code: string; status: number; title: string } }> };
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
const ajv = new Ajv({ strict: false, allErrors: true });
(formats as unknown as (ajv: Ajv) => void)(ajv);
ajv.addSchema({ $id: 'lodge', components: document.components });
const check = (schema: object, value: unknown): unknown => {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"lodge#/components/')) as object;
  return ajv.validate(local, value)
    ? undefined
    : ajv.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
};
const media = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { responses }]) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(content ?? {}).map(([type, each]) => ({
        name: `${method.toUpperCase()} ${path}`,
        status,
        type,
        ...each,
      })),
    ),
  ),
);
// Lines of NDJSON are the entries of the page that is the other form of the same response.
const isFile = (type: string) => /pdf|image|spreadsheet|octet-stream|ndjson/.test(type);

test('every success that is text has an example, which fits its schema', () => {
  const successes = media.filter(({ status, type }) => status === '200' && !isFile(type));
  const without = successes.filter(({ example }) => example === undefined);
  expect(without.map(({ name, type }) => `${name}: ${type}`)).toEqual([]);
  const wrong = successes
    .filter(({ type, example }) => type === 'application/json' && example !== undefined)
    .flatMap(({ name, schema, example }) => {
      const faults = check(schema, example);
      return faults ? [[name, faults]] : [];
    });
  expect(wrong).toEqual([]);
});

test('every failure of every operation has an example per code, with the status and the code that it stands for', () => {
  const failures = media.filter(({ status }) => status !== '200');
  expect(failures.length).toBeGreaterThan(500);
  for (const { name, status, schema, examples = {} } of failures) {
    expect([name, status, Object.keys(examples).length > 0]).toEqual([name, status, true]);
    for (const [code, { $ref }] of Object.entries(examples)) {
      const { value } = document.components.examples[$ref.split('/').at(-1) ?? ''] ?? { value: undefined };
      expect([name, code, value?.status]).toEqual([name, code, Number(status)]);
      expect([code, value?.code, value?.title]).toEqual([code, code, PROBLEMS[code as keyof typeof PROBLEMS][1]]);
      expect([code, check(schema, value)]).toEqual([code, undefined]);
    }
  }
});
