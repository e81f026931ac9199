import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { Lodge } from '../../support/lodge.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

describe('health', () => {
  const database = new TcpProxy();
  const mail = new TcpProxy();
  const sink = new SmtpSink();
  let lodge: Lodge;
  beforeAll(async () => {
    const smtp = await mail.to(await sink.start());
    lodge = await Lodge.start({ through: (url) => database.to(url), settings: { MAIL_URL: smtp } });
  });
  afterAll(async () => {
    await lodge.stop();
    for (const proxy of [database, mail]) await proxy.cut();
    await sink.stop();
  });
  // Results are kept for a while; each test looks with fresh eyes.
  afterEach(() => new Promise((resolve) => setTimeout(resolve, 600)));

  const ready = () => lodge.call('GET', '/health/ready');
  const fine = { status: 'ok', required: true };

  test('names each dependency, and says ok when all are there', async () => {
    expect((await lodge.call('GET', '/health/live')).body).toEqual({ status: 'ok' });
    expect((await lodge.call('GET', '/health/startup')).body).toEqual({ status: 'ok' });
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'ok', dependencies: { database: fine, mail: { status: 'ok', required: false } } },
    });
  });

  test('without PostgreSQL it is alive and not ready, says why, and is ready again by itself', async () => {
    await database.cut();
    expect(await ready()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: {
        code: 'dependency_unavailable',
        dependencies: {
          database: { status: 'failed', required: true, reason: expect.stringMatching(/^(reset|refused)$/) },
        },
      },
    });
    expect((await lodge.call('GET', '/health/live')).status).toBe(200);
    await database.mend();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await ready()).status).toBe(200);
  });

  test('without the mail server it is ready, but degraded: bookings do not need it', async () => {
    const blind = new TcpProxy();
    const other = await Lodge.start({ settings: { MAIL_URL: await blind.to(await sink.start()) } });
    await blind.cut();
    expect(await other.call('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', dependencies: { mail: { status: 'failed', required: false, reason: 'refused' } } },
    });
    await other.stop();
  });

  test('a database that does not have this schema yet has not started up, though it answers', async () => {
    const old = await Lodge.start({ prepare: (pool) => pool.query('DELETE FROM schema_migrations WHERE id = 2') });
    expect(await old.call('GET', '/health/startup')).toMatchObject({
      status: 503,
      body: { code: 'dependency_unavailable', detail: expect.stringContaining('migrate') },
    });
    expect((await old.call('GET', '/health/ready')).status).toBe(503);
    await old.stop();
  });

  test('many probes at once are one look', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, ready));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const [{ n } = { n: 0 }] = await lodge.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lodge'`,
    );
    expect(n).toBeLessThan(5);
  });

  test('a process that was told to stop is not ready, and asks callers to close their connections', async () => {
    lodge.instance.app.get(Lifecycle).end();
    const answer = await ready();
    expect(answer).toMatchObject({ status: 503, headers: { connection: 'close' } });
    expect(answer.body.detail).toBe('This process is stopping.');
  });
});
