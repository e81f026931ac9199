import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { until } from '../../support/until.js';

const READERS = 40;

describe('while a table is locked, and all that read it wait', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let site: SiteFixture;
  let email: string;
  let client: Client;
  let lock: pg.PoolClient;
  beforeAll(async () => {
    lodge = await Lodge.start({ through: (url) => proxy.to(url) });
    site = await lodge.make.site();
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
    client = await lodge.logIn(email);
    lock = await lodge.pool.connect();
  });
  afterAll(async () => {
    lock.release();
    await lodge.stop();
    await proxy.cut();
  });

  const waiting = async (table: string) =>
    (await lodge.sql('SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted', [table])).length;
  /** Does something while many requests wait for a table. Gives their statuses. */
  const locked = async (table: string, url: string, atLeast: number, work: () => Promise<void>): Promise<number[]> => {
    await lock.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const readers = Promise.all(Array.from({ length: READERS }, () => client.get(url)));
    try {
      await until(async () => (await waiting(table)) >= atLeast, 30);
      await work();
    } finally {
      await lock.query('ROLLBACK');
    }
    return (await readers).map(({ status }) => status);
  };
  const timed = async <T>(work: () => Promise<T>): Promise<[T, boolean]> => {
    const began = performance.now();
    const result = await work();
    return [result, performance.now() - began < 2_500];
  };

  test('people log in, go on and leave, programs are let in, and the process is ready', async () => {
    const statuses = await locked('bookings', `/bookings?site=${site.id}`, 10, async () => {
      for (let round = 0; round < 5; round++) {
        const [me, inTime] = await timed(() => client.get('/users/@me'));
        expect([me.status, inTime]).toEqual([200, true]);
      }
      const [login, inTime] = await timed(() => lodge.call('POST', '/users/sessions', { email, password: PASSWORD }));
      expect([login.status, inTime]).toEqual([200, true]);
      const cookie = [login.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
      expect((await lodge.call('POST', '/users/sessions/refresh', undefined, { cookie })).status).toBe(200);
      expect((await lodge.call('DELETE', '/users/sessions', undefined, { cookie })).status).toBe(200);
      expect((await lodge.call('GET', '/bookings', undefined, { authorization: 'Bearer lodge_nobody' })).status).toBe(
        401,
      );
      const [ready] = await timed(() => lodge.call('GET', '/health/ready'));
      expect(ready).toMatchObject({ status: 200, body: { dependencies: { database: { status: 'ok' }, schema: { status: 'ok' } } } }); // prettier-ignore
    });
    // The others were served in the end, or asked to retry.
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('also when it is the table of sessions itself, the process is ready', async () => {
    const statuses = await locked('sessions', '/users/@me', 1, async () => {
      // The previous result is returned for a while.
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      expect((await lodge.call('GET', '/health/ready')).status).toBe(200);
    });
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await client.get('/users/@me')).status).toBe(200);
  });
});
