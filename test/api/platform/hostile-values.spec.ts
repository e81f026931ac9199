import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Operation, operations, resolve, type Schema, urlOf } from '../../support/contract.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { makeTenant, type Tenant } from '../../support/tenant.js';

const KEYS = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)];
const json = { 'content-type': 'application/json' };
// What the text of a cursor, a filter or a path can be that once was more than anybody had thought of.
const CURSOR = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const SOMEBODY = '01999999-9999-7999-9999-999999999999';
const HOSTILE = [
  CURSOR('contract_start', '2027-99-01', SOMEBODY),
  CURSOR('contract_start', '0000-00-00', SOMEBODY),
  CURSOR('contract_end', '2027-13-45', SOMEBODY),
  CURSOR('created_at', '2027-02-30 25:61:61+00', SOMEBODY),
  CURSOR('-updated_at', '2027-02-30 10:00:00.1+00', SOMEBODY),
  CURSOR('contract_start', '-infinity', SOMEBODY),
  CURSOR('status', '\u0000', SOMEBODY),
  CURSOR('constructor', 'x', SOMEBODY),
  CURSOR({ toString: 'x' }, ['x'], null),
  Buffer.from('[[[['.repeat(500)).toString('base64url'),
  'constructor',
  '__proto__',
  'toString',
  '\u0000',
  '%',
  '_%\\',
  "'; SELECT pg_sleep(9); --",
  '{"a":1}',
  '1e999',
  '-1',
  '9'.repeat(400),
  '2027-99-01',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  'a\u0301\u0323'.repeat(200),
  '\u202e',
  ',,,',
];

describe('values that try to reach a system that uses them', () => {
  let lodge: Lodge;
  let tenant: Tenant;
  let owner: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    tenant = await makeTenant(lodge);
    owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    // A caller who watches a job gets responses until it is over.
    await lodge.sql(`UPDATE jobs SET state = 'completed', finished_at = clock_timestamp()`);
  });
  afterAll(() => lodge.stop());

  const anyPath = ({ parameters }: Operation) =>
    Object.fromEntries(parameters.filter((each) => each.in === 'path').map(({ name }) => [name, tenant.site.id]));
  const cookieFor = ({ path }: Operation) => (path.includes('sessions') ? '' : owner.cookie);

  /** Every place of a schema where an object may stand, as a body with that one object and nothing else. */
  function* bodiesOf(schema: Schema, inner: string, depth = 0): Generator<string> {
    yield inner;
    const { properties = {}, items, additionalProperties: ofAnyKey } = resolve(schema);
    if (ofAnyKey) for (const body of [inner, `[${inner}]`]) yield `{"anything":${body}}`;
    if (items) for (const body of bodiesOf(items, inner, depth + 1)) yield `[${body}]`;
    if (depth < 4)
      for (const [name, property] of Object.entries(properties))
        for (const body of bodiesOf(property, inner, depth + 1)) yield `{${JSON.stringify(name)}:${body}}`;
  }

  test.each(KEYS)('a key %s is refused in every field of every operation', async (key) => {
    let sent = 0;
    for (const operation of operations.filter(({ body }) => body)) {
      for (const body of bodiesOf(operation.body as Schema, `{"${key}":{"x":1}}`)) {
        const url = urlOf(operation, anyPath(operation), {});
        const answer = await lodge.call(operation.method, url, body, { ...json, cookie: cookieFor(operation) });
        sent++;
        if (answer.status >= 500) throw new Error(`${operation.name} ${body}: ${answer.text}`);
        // What an import is sent as a row is for the import to read.
        if (/"(rows|students)":\[/.test(body)) continue;
        if (![400, 404, 415].includes(answer.status))
          throw new Error(`${operation.name} ${body}: ${answer.status} ${answer.text}`);
      }
    }
    expect(sent).toBeGreaterThan(200);
    const answer = await lodge.call('POST', '/users/sessions', `{"email":{"${key}":1},"password":"x"}`, json);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'unknown_field', errors: [{ pointer: `/email/${key}`, code: 'unknown_field' }] },
    });
    for (const [path, body] of [
      [
        '/students',
        `{"site":"${tenant.site.id}","first_name":"A","last_name":"B","location":"${tenant.ids.location}","${key}":{"x":1}}`,
      ],
      [`/sites/${tenant.site.id}`, `{"settings":{"${key}":1}}`],
      [
        `/students/${tenant.site.id}/import`,
        `{"type":"partial","dry_run":true,"students":[{"first_name":"A"}],"columns":{"x":[{"${key}":1}]}}`,
      ],
    ] as const) {
      const method = path.startsWith('/sites') ? 'PATCH' : 'POST';
      const { status, body: problem } = await lodge.call(method, path, body, { ...json, cookie: owner.cookie });
      expect([status, problem.code]).toEqual([400, 'unknown_field']);
    }
  });

  test('a body that is null is refused, as everything else that is no object', async () => {
    for (const body of ['null', '[]', '0', 'false', '""']) {
      const { status } = await lodge.call('PATCH', `/sites/${tenant.site.id}`, body, { ...json, cookie: owner.cookie });
      expect([body, status]).toEqual([body, 400]);
    }
  });

  test('a list in a query has at most 1,000 characters', async () => {
    const list = (times: number) => Array.from({ length: times }, () => 'confirmed').join();
    const statusOf = async (times: number) => (await owner.get(`/bookings?site=${tenant.site.id}&status=${list(times)}`)).status; // prettier-ignore
    expect([await statusOf(100), await statusOf(101)]).toEqual([200, 400]);
    const repeated = async (times: number) => (await owner.get(`/bookings?site=${tenant.site.id}${'&status=confirmed'.repeat(times)}`)).status; // prettier-ignore
    expect([await repeated(2), await repeated(100), await repeated(101)]).toEqual([200, 200, 400]);
  });

  test('a cell that is no text is a fault of its row, whatever it is, in a column of whatever name', async () => {
    const cells = [
      '{"toString":"x","valueOf":"y"}',
      '[[[{"toString":null}]]]',
      '{"constructor":{"name":1}}',
      '{"__proto__":null}',
      '[{},{}]',
      '1e999',
    ];
    const columns = ['contract_start', 'parking_expiry', 'room', 'student_id', 'last_name', 'notes', 'status', ...KEYS];
    for (const route of ['preview', 'commit']) {
      const rows = cells.flatMap((cell, at) =>
        columns.map((column, index) => `{"row_index":${at * 100 + index},"values":{"${column}":${cell}}}`),
      );
      const key = route === 'commit' ? `,"idempotency_key":"hostile"` : '';
      const body = `{"site":"${tenant.site.id}","rows":[${rows.join()}]${key}}`;
      const answer = await lodge.call('POST', `/bookings/import/${route}`, body, { ...json, cookie: owner.cookie });
      expect(answer.status).toBe(200);
    }
    for (const cell of cells) {
      const resolutions = `[{"row_index":0,"action":"create","values":{"room":${cell}}}]`;
      const body = `{"site":"${tenant.site.id}","idempotency_key":"r","rows":[{"row_index":0,"values":{}}],"resolutions":${resolutions}}`;
      const answer = await lodge.call('POST', '/bookings/import/commit', body, { ...json, cookie: owner.cookie });
      expect(answer.status).toBeLessThan(500);
    }
  });

  test('a query parameter of any operation is refused, or accepted, and never breaks it', async () => {
    let sent = 0;
    for (const operation of operations) {
      const inQuery = operation.parameters.filter((each) => each.in === 'query');
      for (const { name } of [...inQuery, ...KEYS.map((key) => ({ name: key }))]) {
        for (const value of KEYS.includes(name) ? ['x'] : HOSTILE) {
          const query = {
            ...(inQuery.some((each) => each.name === 'site') ? { site: tenant.site.id } : {}),
            [name]: value,
          };
          const url = urlOf(operation, anyPath(operation), query);
          const answer = await lodge.call(operation.method, url, undefined, { cookie: cookieFor(operation) });
          sent++;
          const isTimeout = answer.body?.code === 'job_timeout';
          if (answer.status >= 500 && !isTimeout) throw new Error(`${operation.method} ${url}: ${answer.text}`);
        }
      }
    }
    expect(sent).toBeGreaterThan(1_000);
  }, 600_000);

  test.each([...HOSTILE.slice(0, 6)])('the cursor %s is 400', async (cursor) => {
    const [sort = ''] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const answer = await owner.get(`/bookings?site=${tenant.site.id}&sort=${sort}&cursor=${cursor}`);
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([400, 'invalid_query', 'cursor']);
  });

  test.each([
    '/docs/..%2f',
    '/docs/%2e%2e/package.json',
    '/docs/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/docs/..\\package.json',
  ])('%s is 404 for anybody', async (path) => {
    const answer = await lodge.call('GET', path);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(answer.headers['content-type']).toMatch(/problem/);
  });
});
