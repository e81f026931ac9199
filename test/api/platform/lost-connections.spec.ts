import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ApiProcess, environmentOf } from '../../support/api-process.js';
import { Child } from '../../support/child.js';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { freePort } from '../../support/free-port.js';
import { Lodge } from '../../support/lodge.js';
import { waitsForLock } from '../../support/locks.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { until } from '../../support/until.js';

// Several processes start here.
jest.setTimeout(240_000);

const ROOMS = 40;
const TERMINATIONS = 12;

describe('an api, as a process of its own, whose connections to PostgreSQL break', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let site: SiteFixture;
  let person: string;
  let email: string;
  let rooms: string[];
  let through: string;
  let api: ApiProcess;
  let cookie: string;
  let night = 0;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
    rooms = await Promise.all(Array.from({ length: ROOMS }, () => lodge.make.room(site)));
    through = await proxy.to(lodge.applicationUrl);
    api = await ApiProcess.start(lodge.instance.config, { DATABASE_URL: through });
    cookie = await api.logIn(email);
  });
  afterAll(async () => {
    await api.stop('SIGKILL');
    await lodge.stop();
    await proxy.cut();
  });

  const day = (number: number) => new Date(Date.UTC(2027, 0, 1 + number)).toISOString().slice(0, 10);
  const create = async () => {
    const number = night++;
    const stay = { location: rooms[number % ROOMS], contract_start: day(Math.floor(number / ROOMS)), contract_end: day(Math.floor(number / ROOMS) + 1) }; // prettier-ignore
    const answer = await api.post('/bookings', { site: site.id, lead_person: person, ...stay }, cookie);
    return { status: answer.status, body: (await answer.json()) as { _id: string; code?: string; outcome?: string } };
  };
  const works = async () => (await create()).status === 200;
  const requireAlive = () => {
    if (api.hasEnded) throw new Error(`the api has ended:\n${api.output}`);
  };

  test.each([
    ['POST /bookings', 'occupancies', 'EXCLUSIVE', 'unknown', () => create()],
    ['GET /bookings', 'bookings', 'ACCESS EXCLUSIVE', undefined, async () => {
        const answer = await api.call('GET', `/bookings?site=${site.id}`, undefined, { cookie });
        return { status: answer.status, body: (await answer.json()) as { code?: string; outcome?: string } };
      }],
  ] as const)('while %s waits is a 503, and the process goes on', async (_, table, mode, outcome, call) => {
    const lock = await lodge.pool.connect();
    await lock.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    try {
      const answer = call();
      await waitsForLock(lodge.pool, table);
      await proxy.cut();
      expect(await answer).toMatchObject({ status: 503, body: { code: 'dependency_unavailable' } });
      expect((await answer).body.outcome).toBe(outcome);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await proxy.mend();
    await until(works);
    requireAlive();
  }); // prettier-ignore

  test('all at once, again and again, under creates: every response is a success or a 503, nothing is lost and the process goes on', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let over = false;
    const writer = async () => {
      while (!over) {
        const { status, body } = await create();
        statuses.add(status);
        if (status === 200) acknowledged.push(body._id);
      }
    };
    const writers = Promise.allSettled(Array.from({ length: 8 }, writer));
    for (let round = 0; round < TERMINATIONS; round++) {
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 3 || api.hasEnded, 30);
      requireAlive();
      const all = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lodge'`;
      // In every other round the answers and the end come while the process has no turn, and are read in one go.
      if (round % 2 === 1) api.child.kill('SIGSTOP');
      await lodge.sql(all);
      await sleep(20);
      api.child.kill('SIGCONT');
      if (round % 3 === 2) {
        await proxy.cut();
        await proxy.mend();
      }
    }
    over = true;
    for (const ended of await writers) expect(ended).toEqual({ status: 'fulfilled' });
    requireAlive();
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
    const [kept] = await lodge.sql<{ n: number }>('SELECT count(*)::int AS n FROM bookings WHERE id = ANY($1)', [acknowledged]); // prettier-ignore
    expect(acknowledged.length).toBeGreaterThan(3 * TERMINATIONS);
    expect(kept?.n).toBe(acknowledged.length);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('in the middle of an export breaks it off, and the process goes on', async () => {
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'X' || n, repeat('a', 100), repeat('b', 100), $2 FROM generate_series(1, 60000) n`,
      [site.id, site.building],
    );
    const call = request(`${api.url}/students/${site.id}/export-csv`, { headers: { cookie }, agent: false }).end();
    const [response] = await once(call, 'response');
    expect(response.statusCode).toBe(200);
    await once(response, 'readable');
    await proxy.cut();
    response.resume();
    const [error] = (await once(response, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    await proxy.mend();
    await until(works);
    requireAlive();
  });
});

describe('a process that starts while PostgreSQL takes no connections', () => {
  test.each(['api', 'worker'])('waits for it, alive and not ready: %s', async (app) => {
    const proxy = new TcpProxy();
    const lodge = await Lodge.start();
    const STATUS_PORT = await freePort();
    const DATABASE_URL = await proxy.to(lodge.applicationUrl);
    await proxy.cut();
    const env = environmentOf(lodge.instance.config, { HOST: '127.0.0.1', PORT: 0, STATUS_PORT, DATABASE_URL });
    const child = new Child(app, [`dist/apps/${app}/main.js`], env);
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${STATUS_PORT}${path}`).then(({ status }) => status).catch(() => 0); // prettier-ignore
    try {
      await child.until('answered', async () => (await ask('/health/live')) === 200);
      expect(await ask('/health/ready')).toBe(503);
      await sleep(2_000);
      expect([child.hasEnded, await ask('/health/ready')]).toEqual([false, 503]);
      await proxy.mend();
      await child.until('become ready', async () => (await ask('/health/ready')) === 200);
    } finally {
      await child.end('SIGTERM');
      await lodge.stop();
      await proxy.cut();
    }
  });

  test('fails at once when waiting cannot help', async () => {
    const lodge = await Lodge.start();
    const DATABASE_URL = lodge.applicationUrl.replace(/\/\w+$/, '/no_such_database');
    const child = new Child('api', ['dist/apps/api/main.js'], environmentOf(lodge.instance.config, { PORT: 0, DATABASE_URL })); // prettier-ignore
    await expect(child.listens()).rejects.toThrow(/ended before[^]*no_such_database/);
    expect(child.process.exitCode).toBe(1);
    await lodge.stop();
  });
});

describe('an error that nobody handles', () => {
  test.each([
    ['thrown', `throw new Error('out of order')`],
    ['rejected', `void Promise.reject(new Error('out of order'))`],
  ])('when %s ends the process with code 70, after it has answered what it had taken on', async (_, fault) => {
    const lodge = await Lodge.start();
    const config = { ...lodge.instance.config, LOG_LEVEL: 'warn' as const };
    const trap = `data:text/javascript,process.on('SIGUSR2', () => { ${fault} })`;
    const api = await ApiProcess.start(config, { NODE_OPTIONS: `--import=${encodeURI(trap).replaceAll("'", '%27')}` });
    const lock = await lodge.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      const underWay = api.post('/users/sessions', { email: 'nobody@example.org', password: 'wrong' });
      await waitsForLock(lodge.pool, 'users');
      api.child.kill('SIGUSR2');
      await until(() => api.output.includes('out of order'));
      await lock.query('ROLLBACK');
      expect((await underWay).status).toBe(401);
      await until(() => api.hasEnded, 20);
      expect(api.child.exitCode).toBe(70);
      expect(api.output).toMatch(/"level":60.*out of order/);
    } finally {
      await api.stop('SIGKILL');
      lock.release();
      await lodge.stop();
    }
  });
});
