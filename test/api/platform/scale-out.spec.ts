import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { ApiProcess } from '../../support/api-process.js';
import { Lodge } from '../../support/lodge.js';
import { WorkerProcess } from '../../support/worker-process.js';

// Processes start here, several at once.
jest.setTimeout(150_000);

describe('two api processes and two workers on one PostgreSQL', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let apis: [ApiProcess, ApiProcess];
  let workers: WorkerProcess[];
  let cookie: string;
  let email: string;

  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'admin' } }));
    const { config } = lodge.instance;
    const settings = { IMPORT_WAIT_SECONDS: 0 };
    workers = [WorkerProcess.start(lodge), WorkerProcess.start(lodge)];
    apis = await Promise.all([ApiProcess.start(config, settings), ApiProcess.start(config, settings)]);
    cookie = await apis[0].logIn(email);
  });

  afterAll(async () => {
    for (const api of apis) await api.stop();
    for (const worker of workers) await worker.end('SIGTERM');
    await lodge.stop();
  });

  const send = (api: ApiProcess, method: string, path: string, body?: unknown, headers = {}) =>
    api.call(method, path, body, { cookie, ...headers });

  test('a session of one is known to the other, and its end, too, at once', async () => {
    const own = { cookie: await apis[0].logIn(email) };
    const profile = () => apis[1].call('GET', '/users/@me', undefined, own);
    expect((await profile()).status).toBe(200);
    expect((await apis[0].call('DELETE', '/users/sessions', undefined, own)).status).toBe(200);
    expect((await profile()).status).toBe(401);
  });

  test('a request that is sent again to the other gets the first answer, byte for byte', async () => {
    const [location, lead_person] = [await lodge.make.room(site), await lodge.make.student(site)];
    const body = { site: site.id, location, lead_person, contract_start: '2027-01-01', contract_end: '2027-02-01' };
    const key = { 'idempotency-key': 'sent-to-both' };
    const [one, other] = [
      await send(apis[0], 'POST', '/bookings', body, key),
      await send(apis[1], 'POST', '/bookings', body, key),
    ];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.headers.get('idempotent-replayed')).toBe('true');
    expect(await other.text()).toBe(await one.text());
  });

  test('forty clients of both want one room: one has it, and the others are told who', async () => {
    const [location, lead_person] = [await lodge.make.room(site), await lodge.make.student(site)];
    const body = { site: site.id, location, lead_person, contract_start: '2027-01-01', contract_end: '2027-02-01' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send(apis[index % 2 === 0 ? 0 : 1], 'POST', '/bookings', body)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const { _id } = (await winners[0]?.json()) as { _id: string };
    const refusals = answers.filter(({ status }) => status === 409);
    const losers = (await Promise.all(refusals.map((answer) => answer.json()))) as {
      conflicts: { booking_id: string }[];
    }[];
    expect(losers).toHaveLength(39);
    expect(losers.every(({ conflicts }) => conflicts[0]?.booking_id === _id)).toBe(true);
  });

  test('a job that one took in is done by a worker, and watched over the other until it is over', async () => {
    const room = await lodge.make.room(site);
    const [{ code }] = (await lodge.sql<{ code: string }>('SELECT coalesce(code, name) AS code FROM locations WHERE id = $1', [room])) as [{ code: string }]; // prettier-ignore
    const values = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@students.example', room: code };
    const commit = await send(apis[0], 'POST', '/bookings/import/commit', {
      site: site.id,
      idempotency_key: 'watched-over-the-other',
      rows: [{ row_index: 0, values: { ...values, contract_start: '2028-01-01', contract_end: '2028-02-01' } }],
      resolutions: [{ row_index: 0, action: 'create', create_person: { first_name: 'Ada', last_name: 'Lovelace' } }],
    });
    const taken = (await commit.json()) as { import_id: string };
    expect(commit.status).toBe(200);
    const events = await send(apis[1], 'GET', `/jobs/${taken.import_id}/events`);
    expect(events.headers.get('content-type')).toMatch('text/event-stream');
    const told = (await events.text())
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as { state: string });
    expect(told.at(-1)?.state).toBe('completed');
    const outcome = await send(apis[1], 'GET', `/bookings/imports/${taken.import_id}?site=${site.id}`);
    expect(await outcome.json()).toMatchObject({ status: 'completed', summary: { created: 1 } });
  });

  const redis = process.env.TEST_REDIS_URL;
  (redis ? test : test.skip)('with Redis (TEST_REDIS_URL) both count a session together', async () => {
    const { config } = lodge.instance;
    const settings = { REDIS_URL: redis, RATE_LIMIT_SESSION_PER_MINUTE: 6 };
    const both = await Promise.all([ApiProcess.start(config, settings), ApiProcess.start(config, settings)]);
    try {
      const own = { cookie: await both[0].logIn(email) };
      const statuses: number[] = [];
      // Alone, each would allow its six. A Redis that has no time for one of these is not asked about it: how many exactly
      // are allowed is in shared-limits.spec.ts.
      for (let turn = 0; turn < 12; turn++) {
        const api = both[turn % 2 === 0 ? 0 : 1];
        statuses.push((await api.call('GET', '/users/@me', undefined, own)).status);
      }
      expect(statuses.slice(0, 6)).toEqual(Array(6).fill(200));
      expect(statuses).toContain(429);
    } finally {
      for (const api of both) await api.stop();
    }
  });
});
