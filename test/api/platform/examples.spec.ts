import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import sharp from 'sharp';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { EXAMPLE } from '#libs/core/http/examples';
import { Lodge } from '../../support/lodge.js';
import { exampleOf, type Recorded, writeExamples } from '../../support/recorded-examples.js';
import { startWorker } from '../../support/test-worker.js';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  example?: string;
  schema?: { example?: unknown; default?: unknown };
}

interface Operation {
  parameters?: Parameter[];
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { links?: Record<string, { operationId: string; parameters: Record<string, string> }> }>;
}

// Requests that cannot return 200 unchanged: one needs the link of a mail, the other a type that no room of the demo has.
const OTHER: Record<string, string> = {
  'POST /users/password-reset/reset': 'reset_token_invalid',
  'DELETE /sites/{siteId}/location-types/{locationTypeId}': 'location_type_in_use',
  // What the demo has is over by then.
  'POST /jobs/{jobId}/cancel': 'not_cancellable',
  // Nobody in the demo plans to move.
  'DELETE /bookings/{bookingId}/moves': 'not_found',
};

// The job that is stopped is the response, as it is when it is read; so is a booking that is to stay where it is.
const SAME = {
  'POST /jobs/{jobId}/cancel': 'GET /jobs/{jobId}',
  'DELETE /bookings/{bookingId}/moves': 'GET /bookings/{bookingId}',
};
const sameAs = (recorded: Recorded): Recorded =>
  Object.fromEntries(
    Object.entries(SAME).flatMap(([name, other]) => (recorded[other] ? [[name, recorded[other]]] : [])),
  ) as Recorded;

const SUCCEEDS: Recorded = Object.fromEntries(
  Object.keys(OTHER).map((name) => [name, { type: 'application/json', example: { success: true } }]),
);

describe('the examples of openapi.json, each on the demo data as npm start leaves it', () => {
  let lodge: Lodge;
  let cookie: string;
  let made: Record<string, string>;
  let server: pg.Client;
  let operations: (ReturnType<typeof requestOf> & { name: string; method: string })[];
  const database = () => new URL(lodge.databaseUrl).pathname.slice(1);

  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '20' } });
    await loadDemoData(lodge.instance.app, () => undefined);
    const owner = { email: 'owner@lodge.example', password: DEMO_PASSWORD };
    const { headers } = await lodge.call('POST', '/users/sessions', owner);
    cookie = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
    made = await makeMore();
    const { body } = await lodge.call('GET', '/openapi.json');
    operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
      ([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ ...requestOf(path, operation), method: method.toUpperCase(), name: `${method.toUpperCase()} ${path}` })), // prettier-ignore
    );
    // What erases files is sent last: they are not restored with the database.
    operations.sort((a, b) => Number(a.name.endsWith('/erase')) - Number(b.name.endsWith('/erase')));
    server = new pg.Client(process.env.TEST_POSTGRES_URL);
    await server.connect();
    await copy(database(), `${database()}_demo`);
  }, 150_000);
  afterAll(async () => {
    await lodge.stop();
    await server.query(`DROP DATABASE IF EXISTS ${database()}_demo WITH (FORCE)`);
    await server.end();
  });

  const ask = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await lodge.call(method, path, body, { cookie, ...headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };

  /** Records without an id before they are created; the demo's block has a new id at each start. */
  async function makeMore(): Promise<Record<string, string>> {
    const worker = await startWorker(lodge);
    const blocks = await ask('GET', `/block-bookings?site=${EXAMPLE.site}`);
    await lodge.call('POST', '/users/sessions', { email: 'owner@lodge.example', password: DEMO_PASSWORD });
    const sessions = await ask('GET', '/users/@me/sessions');
    const key = await ask('POST', '/users/@me/api-keys', {
      name: 'nightly',
      scopes: [{ site: EXAMPLE.site, role: 'viewer' }],
    });
    const other = (await ask('GET', `/students/${EXAMPLE.site}?q=KC00002`))[0];
    const row = {
      student_id: other.student_id,
      room: 'M-102',
      contract_start: '2031-01-01',
      contract_end: '2031-02-01',
    };
    const { import_id: importId } = await ask('POST', '/bookings/import/commit', {
      site: EXAMPLE.site,
      idempotency_key: 'examples',
      columns: { Bedding: 'ignore' },
      rows: [{ row_index: 0, values: row }],
      resolutions: [],
    });
    const [mapping] = await ask('GET', `/bookings/import/mappings?site=${EXAMPLE.site}`);
    const { import_id: studentImportId } = await ask('POST', `/students/${EXAMPLE.site}/import`, {
      type: 'partial',
      students: [{ student_id: 'KC09009', first_name: 'Grace', last_name: 'Hopper', location: 'M-102' }],
    });
    await ask('POST', `/sites/${EXAMPLE.site}/members`, { email: 'owner@lodge.example', role: 'viewer' });
    const invitations = await ask('GET', '/users/@me/invitations');
    const [member] = await lodge.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [EXAMPLE.member]);
    const theirs = { cookie: (await lodge.logIn(member?.email ?? '', DEMO_PASSWORD)).cookie };
    const scopes = [{ site: EXAMPLE.site, role: 'viewer' }];
    const memberKey = await ask('POST', '/users/@me/api-keys', { name: 'lists', scopes }, theirs);
    const [memberSession] = await ask('GET', '/users/@me/sessions', undefined, theirs);
    const feed = await ask('POST', `/sites/${EXAMPLE.site}/calendar-feeds`, { location: EXAMPLE.building });
    await ask('GET', `/students/${EXAMPLE.site}/export?includePhoto=false`);
    const [document] = await lodge.sql<{ id: string }>('SELECT id FROM documents');
    await worker.close();
    const hooks = `/sites/${EXAMPLE.site}/webhooks`;
    const { _id: webhookId } = await ask('POST', hooks, { url: 'https://doors.example/lodge' });
    const { _id: deliveryId } = await ask('POST', `${hooks}/${webhookId}/test`);
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    const upload = async (base: string): Promise<string> => {
      const { url, object_id } = await ask('POST', base, { content_type: 'image/jpeg' });
      await ask('PUT', url.replace('http://localhost', ''), picture, { 'content-type': 'image/jpeg' });
      return object_id;
    };
    const photos = `/students/${EXAMPLE.site}/${other._id}/photo`;
    const photo = await ask('PUT', photos, { object_id: await upload(photos) });
    return {
      pictureId: photo.raw_url.split('/').at(-1),
      avatar: await upload('/users/avatar'),
      photo: await upload(`/students/${EXAMPLE.site}/${EXAMPLE.student}/photo`),
      blockId: blocks.data[0]._id,
      sessionId: sessions.find(({ current }: { current: boolean }) => !current)._id,
      keyId: key._id,
      feedId: feed._id,
      token: new URL(feed.url).searchParams.get('token') ?? '',
      importId,
      mappingId: mapping._id,
      studentImportId,
      memberKeyId: memberKey._id,
      memberSessionId: memberSession._id,
      invitationId: invitations[0]?._id,
      jobId: importId,
      documentId: document?.id ?? '',
      webhookId,
      deliveryId,
    };
  }

  function requestOf(path: string, { operationId, parameters = [], requestBody, responses }: Operation) {
    const given = (where: string) => parameters.filter((parameter) => parameter.in === where);
    // The same name is another record's below a student or a member.
    const elsewhere: Record<string, string | undefined> = path.startsWith('/students')
      ? { importId: made.studentImportId }
      : path.includes('/members/')
        ? { keyId: made.memberKeyId, sessionId: made.memberSessionId }
        : {};
    const idOf = ({ name, example }: Parameter) => elsewhere[name] ?? made[name] ?? String(example);
    const ids = Object.fromEntries(given('path').map((parameter) => [parameter.name, idOf(parameter)]));
    const url = Object.entries(ids).reduce((so, [name, id]) => so.replace(`{${name}}`, id), path);
    const query = given('query').flatMap(({ name, example, schema }): [string, string][] => {
      // A stream ends after a second.
      const value = name === 'seconds' ? 1 : name === 'token' ? made.token : (example ?? schema?.example);
      return value === undefined ? [] : [[name, String(value)]];
    });
    const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
    const body = requestBody?.content['application/json']?.example;
    const upload = path.endsWith('/photo') ? made.photo : made.avatar;
    const isConfirmation = body !== null && typeof body === 'object' && 'object_id' in body;
    return {
      url: url + search,
      path,
      operationId,
      links: Object.entries(responses['200']?.links ?? {}),
      request: { path: ids, query: Object.fromEntries(query) },
      hasBody: Boolean(requestBody),
      body: isConfirmation ? { object_id: upload } : body,
    };
  }

  /** Cuts every connection to both, and makes one of them anew as a copy of the other. */
  async function copy(from: string, to: string): Promise<void> {
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from]);
    await server.query(`DROP DATABASE IF EXISTS ${to} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${to} TEMPLATE ${from}`);
    while ((await lodge.call('GET', '/users/@me', undefined, { cookie })).status === 503);
  }

  /** Follows the links of a response to what can be read, as a client would; the last one that failed, if any. */
  async function follow(
    { name, links, request, body }: (typeof operations)[number],
    answer: unknown,
  ): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const [key, { operationId, parameters }] of links) {
      const target = operations.find((each) => each.operationId === operationId);
      if (target?.method !== 'GET' || /stream|\/events$/.test(target.path)) continue;
      const values = Object.entries(parameters).map(([to, expression]) => [to, at({ request: { ...request, body }, response: { body: answer } }, expression)] as const); // prettier-ignore
      const query = new URLSearchParams(values.flatMap(([to, value]) => (to.startsWith('query.') ? [[to.slice(6), value] as [string, string]] : []))); // prettier-ignore
      const url = values.reduce((so, [to, value]) => so.replace(`{${to.replace('path.', '')}}`, value), target.path);
      const { status } = await lodge.call('GET', `${url}?${query}`, undefined, { cookie, prefer: 'respond-async' });
      if (status >= 300) failures.push([name, key, url, status]);
      followed++;
    }
    return failures;
  }
  let followed = 0;
  const at = (known: unknown, expression: string): string =>
    String(expression.slice(1).split(/[.#/]+/).reduce((so, key) => (so as Record<string, unknown> | undefined)?.[key], known)); // prettier-ignore

  test('every operation with a body has an example', () => {
    const bodies = operations.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
    expect(bodies.filter(({ body, hasBody }) => hasBody && body === undefined).map(({ name }) => name)).toEqual([]);
    expect(operations.length).toBeGreaterThan(70);
  });

  test('every one answers 200, or the one code that is its answer here', async () => {
    const failures: unknown[] = [];
    const recorded: Recorded = {};
    for (const operation of operations) {
      const { name, method, url, body } = operation;
      // No worker runs: what it would print is answered as a job.
      const {
        status,
        text,
        headers,
        body: answer,
      } = await lodge.call(method, url, body, {
        cookie,
        prefer: 'respond-async',
      });
      const example = status < 300 ? exampleOf(headers['content-type'], text, answer) : undefined;
      if (example) recorded[name] = example;
      if (name in OTHER) expect([name, answer.code]).toEqual([name, OTHER[name]]);
      else if (status !== 200 && status !== 202) failures.push([name, url, status, text.slice(0, 300)]);
      if (status < 300) failures.push(...(await follow(operation, answer)));
      if (method !== 'GET') await copy(`${database()}_demo`, database());
    }
    expect(failures).toEqual([]);
    expect(followed).toBeGreaterThan(80);
    if (process.env.RECORD_EXAMPLES) await writeExamples({ ...recorded, ...SUCCEEDS, ...sameAs(recorded) });
  }, 480_000);
});
