import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import type { SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';
import { waitsForLock } from '../../support/locks.js';
import { rush } from '../../support/rush.js';
import { SmtpSink } from '../../support/smtp-sink.js';

// Each starts an api of its own.
jest.setTimeout(150_000);

// More than an api takes in the seconds between the signal and its end.
const MANY = 2_900;

describe('SIGTERM to an api that is at work', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let person: string;
  let room: string;
  let email: string;
  let api: ApiProcess;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    room = await lodge.make.room(site);
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
  });
  afterEach(() => api.stop('SIGKILL'));
  afterAll(() => lodge.stop());

  const night = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
  const book = (index: number, cookie: string) =>
    api.post(
      '/bookings',
      {
        site: site.id,
        lead_person: person,
        location: room,
        contract_start: night(index),
        contract_end: night(index + 1),
      },
      cookie,
    );

  test('answers what it took, says that it is not ready, takes no more and ends with code 0: nothing is lost, nothing done unanswered', async () => {
    api = await ApiProcess.start(lodge.instance.config, { SHUTDOWN_DELAY_SECONDS: 3 });
    const cookie = await api.logIn(email);
    const acknowledged = new Set<string>();
    let ended: Promise<number | null> | undefined;
    let notReady = 0;
    let afterSignal = 0;
    let isGone = false;
    await rush(MANY, 20, async (index) => {
      if (isGone) return;
      const answer = await book(index, cookie).catch(() => undefined);
      if (answer?.ok) acknowledged.add(((await answer.json()) as { _id: string })._id);
      else if (answer) throw new Error(`${answer.status} ${await answer.text()}`);
      if (answer?.ok && ended) afterSignal++;
      if (acknowledged.size === 60) ended ??= api.stop('SIGTERM').finally(() => (isGone = true));
      if (ended && notReady !== 503)
        notReady = (await api.get('/health/ready').catch(() => undefined))?.status ?? notReady;
    });
    expect(await ended).toBe(0);
    expect(notReady).toBe(503);
    expect(afterSignal).toBeGreaterThan(0);
    expect(acknowledged.size).toBeLessThan(MANY);
    const written = await lodge.sql<{ id: string }>('SELECT id FROM bookings');
    expect(new Set(written.map(({ id }) => id))).toEqual(acknowledged);
  });

  test('a request that waits for a lock is answered before the process ends', async () => {
    api = await ApiProcess.start(lodge.instance.config);
    const cookie = await api.logIn(email);
    const lock = await lodge.pool.connect();
    await lock.query('BEGIN; LOCK TABLE bookings IN EXCLUSIVE MODE');
    const answer = book(3_000, cookie);
    await waitsForLock(lodge.pool, 'bookings');
    const ended = api.stop('SIGTERM');
    while (await api.get('/health/live').catch(() => undefined)) await sleep(50);
    await lock.query('COMMIT');
    lock.release();
    expect((await answer).status).toBe(200);
    expect(await ended).toBe(0);
  });

  test('a job that a request makes after the signal is still rung for', async () => {
    api = await ApiProcess.start(lodge.instance.config, { LOG_LEVEL: 'warn' });
    const cookie = await api.logIn(email);
    const rows = [{ row_index: 0, values: { first_name: 'Ada' } }];
    const commit = { site: site.id, rows, idempotency_key: 'before' };
    expect((await api.post('/bookings/import/commit', commit, cookie)).status).toBe(200);
    const text = JSON.stringify({ ...commit, idempotency_key: 'after' });
    const headers = {
      cookie,
      'content-type': 'application/json',
      'content-length': text.length,
      expect: '100-continue',
    };
    const late = request(`${api.url}/bookings/import/commit`, { method: 'POST', headers });
    const status = new Promise((resolve) => late.on('response', (answer) => resolve(answer.resume().statusCode)));
    late.flushHeaders();
    await once(late, 'continue');
    late.write(text.slice(0, 9));
    const ended = api.stop('SIGTERM');
    while (await api.get('/health/live').catch(() => undefined)) await sleep(50);
    late.end(text.slice(9));
    expect(await status).toBe(200);
    expect(await ended).toBe(0);
    expect(api.output).toBe('');
  });

  test('a request of more than ten seconds takes nothing from the mails that are sent after it', async () => {
    const sink = new SmtpSink();
    let takeMails: () => void = () => undefined;
    sink.readiness = new Promise<void>((resolve) => (takeMails = resolve));
    api = await ApiProcess.start(lodge.instance.config, { LOG_LEVEL: 'warn', MAIL_URL: await sink.start() });
    const cookie = await api.logIn(email);
    const lock = await lodge.pool.connect();
    await lock.query('BEGIN; LOCK TABLE bookings IN EXCLUSIVE MODE');
    const answer = book(3_001, cookie);
    await waitsForLock(lodge.pool, 'bookings');
    const reset = await api.post('/users/password-reset/request', { email });
    const ended = api.stop('SIGTERM');
    await sleep(11_000);
    await lock.query('COMMIT');
    lock.release();
    expect([(await answer).status, reset.status]).toEqual([200, 200]);
    await sleep(500);
    takeMails();
    expect(await ended).toBe(0);
    expect([api.output, sink.mails.length]).toEqual(['', 1]);
    const mails = await lodge.sql('SELECT state FROM outgoing_mails');
    expect(mails).toEqual([{ state: 'sent' }]);
    await sink.stop();
  });

  test('a caller who waits for a job gets its present state, before the process ends 25 s after its delay', async () => {
    api = await ApiProcess.start(lodge.instance.config, { IMPORT_WAIT_SECONDS: 60, SHUTDOWN_DELAY_SECONDS: 8 });
    const cookie = await api.logIn(email);
    const jobs = (await lodge.sql('SELECT FROM jobs')).length;
    // No worker runs.
    const document = api.call('GET', `/students/${site.id}/export`, undefined, { cookie });
    const rows = [{ row_index: 0, values: { first_name: 'Ada' } }];
    const commit = api.post('/bookings/import/commit', { site: site.id, rows, idempotency_key: 'waits' }, cookie);
    while ((await lodge.sql('SELECT FROM jobs')).length < jobs + 2) await sleep(50);
    const ended = api.stop('SIGTERM');
    const [printed, imported] = await Promise.all([document, commit]);
    expect([printed.status, await printed.json()]).toEqual([503, expect.objectContaining({ code: 'job_timeout' })]);
    expect([imported.status, await imported.json()]).toEqual([200, expect.objectContaining({ status: 'processing' })]);
    expect(await ended).toBe(0);
  });
});
