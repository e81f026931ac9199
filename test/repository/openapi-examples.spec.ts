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
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; example?: unknown; schema?: { example?: unknown } }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, Media>; links?: Record<string, Link> }>;
}
interface Link {
  operationId: string;
  parameters: Record<string, string>;
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

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, each]) => ({ ...each, name: `${method.toUpperCase()} ${path}` })),
);
const links = operations.flatMap((from) =>
  Object.entries(from.responses['200']?.links ?? {}).map(([key, link]) => ({ from, key, ...link })),
);

/** What the expression of a link stands for in the recorded request and response. */
function valueOf({ parameters = [], requestBody, responses }: Described, expression: string): unknown {
  const [, where = '', name = ''] =
    /^\$(request\.(?:path|query)|request\.body|response\.body)[.#](.+)$/.exec(expression) ?? [];
  if (!where.endsWith('body')) {
    const given = parameters.find((each) => `request.${each.in}` === where && each.name === name);
    return given?.example ?? given?.schema?.example;
  }
  const content = where === 'request.body' ? requestBody?.content : responses['200']?.content;
  const body = content?.['application/json']?.example;
  return name.split('/').slice(1).reduce((so, key) => (so as Record<string, unknown> | undefined)?.[key], body); // prettier-ignore
}

test('every link gives its operation all that it needs and nothing else, and resolves in the recorded example', () => {
  expect(links.length).toBeGreaterThan(150);
  for (const { from, key, operationId, parameters } of links) {
    const link = `${from.name} > ${key}`;
    const to = operations.find((each) => each.operationId === operationId);
    const known = (to?.parameters ?? []).map((each) => `${each.in}.${each.name}`);
    const needed = (to?.parameters ?? []).filter(
      (each) => each.in === 'path' || (each.in === 'query' && each.required),
    );
    expect([link, known]).toEqual([link, expect.arrayContaining(Object.keys(parameters))]);
    expect([link, Object.keys(parameters)]).toEqual([link, expect.arrayContaining(needed.map((each) => `${each.in}.${each.name}`))]); // prettier-ignore
    // The ids that the demo creates at each start are not known before.
    for (const [name, expression] of Object.entries(parameters).filter(([, each]) => !each.startsWith('$request.path')))
      expect([link, name, valueOf(from, expression)]).toEqual([link, name, expect.stringMatching(/^[\w-]{20,}$/)]);
  }
});

test('whatever is created, previewed or printed leads to what comes next', () => {
  const leads = (from: string) => links.filter((link) => link.from.name === from).map(({ operationId }) => operationId);
  expect(leads('POST /bookings')).toEqual(
    expect.arrayContaining(['Bookings_read', 'Bookings_transition', 'Bookings_transactions', 'Documents_booking', 'Students_read', 'Locations_read']), // prettier-ignore
  );
  expect(leads('POST /bookings/{bookingId}/transitions')).toContain('Bookings_read');
  expect(leads('POST /bookings/import/commit')).toEqual(expect.arrayContaining(['BookingImport_read', 'BookingImport_undo', 'BookingImport_rows'])); // prettier-ignore
  expect(leads('GET /bookings/{bookingId}/document')).toContain('Jobs_read');
  const created = operations.filter(({ name }) => /^POST .*\/(flags|categories|welfare-states|cancellation-codes|locations|location-types|closures|waiting-list|webhooks|students|\{siteId\}|sites)$/.test(name)); // prettier-ignore
  expect(created.length).toBeGreaterThan(11);
  for (const { name, operationId } of created)
    expect([name, leads(name)]).toEqual([name, expect.arrayContaining([operationId.replace(/_\w+$/, name.endsWith('webhooks') ? '_get' : '_read')])]); // prettier-ignore
});
