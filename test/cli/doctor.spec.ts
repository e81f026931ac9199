import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { QUEUES } from '#libs/core/queue/queues';
import { runCommand } from '../support/command-line.js';
import { createDatabase } from '../support/database.js';
import type { SiteFixture } from '../support/factory.js';
import { Lodge } from '../support/lodge.js';
import { redisOf } from '../support/redis.js';

const REDIS = process.env.TEST_REDIS_URL;
if (!REDIS) console.warn('TEST_REDIS_URL is not set: queues in Redis are NOT looked at in this run.');

// Each runs the command several times, as a process of its own.
jest.setTimeout(150_000);

describe('doctor', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
  });
  afterAll(() => lodge.stop());

  const examine = (more: Record<string, string> = {}, url = lodge.applicationUrl) => {
    const settings = { LODGE_MODE: 'local', COOKIE_SECURE: 'false', ...more };
    const { status, out } = runCommand(url, ['doctor'], settings);
    return { status, out, states: out.split('\n').flatMap((line) => /^[A-Z]+/.exec(line)?.[0] ?? []) };
  };
  const startWorker = (more: Record<string, string> = {}) => {
    const settings = Object.entries(lodge.instance.config).map(([name, value]) => [name, String(value)]);
    const env = { PATH: process.env.PATH, ...Object.fromEntries(settings), ...more };
    return spawn(process.execPath, ['dist/apps/worker/main.js'], { env, stdio: 'ignore' });
  };
  /** What doctor says as soon as the worker has come to each of the three queues, one after the other. */
  const withAllWorkers = async (worker: ChildProcess, more: Record<string, string> = {}) => {
    for (const end = Date.now() + 90_000; ; await sleep(50)) {
      const found = examine(more);
      if (found.out.match(/has 1 workers/g)?.length === Object.keys(QUEUES).length) return found;
      if (worker.exitCode !== null || Date.now() > end) throw new Error(`the worker is not there:\n${found.out}`);
    }
  };
  const everyFindingHasItsFix = (out: string) =>
    out.split('\n').filter((line) => /^(WARNING|FAULT)/.test(line)).length ===
    out.split('\n').filter((line) => line.includes('Fix: ')).length;

  test('finds nothing wrong with a Lodge whose worker runs', async () => {
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const booking = {
      site: site.id,
      lead_person: await lodge.make.student(site),
      location: await lodge.make.room(site),
    };
    expect((await owner.post('/bookings', { ...booking, contract_end: '2027-06-30' })).status).toBe(200);
    expect(examine().out).toMatch(/^WARNING The queue housekeeping has no worker/m);
    const worker = startWorker();
    const { status, states, out } = await withAllWorkers(worker);
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    expect([status, out, new Set(states)]).toEqual([0, out, new Set(['OK'])]);
    expect(examine().out).toMatch(/^WARNING The queue housekeeping has no worker/m);
  });

  test('warns of a role that may do more than read and write rows, as the owner of the tables may', () => {
    expect(examine().out).toMatch(/^OK +The role \w+ may read and write rows, and nothing else/m);
    const { status, out } = examine({}, lodge.databaseUrl);
    expect(out).toMatch(
      /^WARNING The role \w+ of DATABASE_URL is a superuser, owns tables, .*, may change trails, may make tables/m,
    );
    expect([status, everyFindingHasItsFix(out)]).toEqual([0, true]);
  });

  (REDIS ? test : test.skip)(
    'looks for the workers where they are: in Redis, when that is set',
    async () => {
      const settings = { REDIS_URL: redisOf(`${REDIS}`, 7) };
      expect(examine(settings).out).toMatch(/^WARNING The queue jobs has no worker, and 0 jobs wait/m);
      const worker = startWorker(settings);
      const { out } = await withAllWorkers(worker, settings);
      worker.kill('SIGTERM');
      await once(worker, 'exit');
      for (const name of ['housekeeping', 'jobs', 'documents'])
        expect(out).toMatch(new RegExp(`^OK +The queue ${name} has 1 workers`, 'm'));
    },
    150_000,
  );

  test.each(['refuses', 'is silent'])(
    'says within seconds that no job is done when the Redis of the queues %s',
    async (how) => {
      // What connects is taken in by the kernel, and never answered: this process waits for the command.
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const port = how === 'refuses' ? 1 : (silent.address() as AddressInfo).port;
      const began = Date.now();
      const { status, out } = examine({ REDIS_URL: `redis://127.0.0.1:${port}` });
      const took = Date.now() - began;
      silent.close();
      expect([status, out]).toEqual([
        1,
        expect.stringMatching(/^FAULT +The queues do not answer \(.*\): no job is done.\n +Fix: Check REDIS_URL/m),
      ]);
      expect(out).toMatch(/^WARNING Redis does not answer/m);
      expect(out).not.toMatch(/has no worker|Check DATABASE_URL/);
      // BullMQ by itself tries for ever.
      expect(took).toBeLessThan(60_000);
    },
  );

  test('names what is wrong with the configuration, each with its fix, and no value', () => {
    const { status, out } = examine({ JWT_SECRET: 'tooshort', MAIL_URL: 'gopher://hunter2' });
    expect(status).toBe(1);
    expect(out).toMatch(/^FAULT +JWT_SECRET: .*\n +Fix: .*\nFAULT +MAIL_URL: .*\n +Fix: /);
    expect(out).not.toMatch(/tooshort|hunter2/);
    const unwise = examine({ LODGE_MODE: 'production', COOKIE_SECURE: 'true', RATE_LIMIT_LOG_IN_FAILURES: '0' });
    for (const name of ['PUBLIC_URL', 'MAIL_URL', 'TRUSTED_PROXIES', 'Guessing'])
      expect(unwise.out).toMatch(new RegExp(`^WARNING ${name}`, 'm'));
    expect(unwise.status).toBe(0);
    expect(everyFindingHasItsFix(unwise.out)).toBe(true);
  });

  test('says when the database, the object store, the mail server or Redis does not answer', () => {
    const STORAGE_URL = 's3://key:hunter2@127.0.0.1:1/lodge?tls=false';
    const away = { STORAGE_URL, MAIL_URL: 'smtp://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' };
    const { status, out } = examine(away, 'postgres://lodge@127.0.0.1:1/lodge');
    expect(status).toBe(1);
    expect(out).toMatch(/^FAULT +PostgreSQL cannot be reached at DATABASE_URL/m);
    expect(out).toMatch(/^FAULT +Files cannot be stored \(ECONNREFUSED/m);
    expect(out).not.toMatch(/hunter2/);
    expect(out).toMatch(/^FAULT +Mail cannot be sent/m);
    expect(out).toMatch(/^WARNING Redis does not answer/m);
    expect(everyFindingHasItsFix(out)).toBe(true);
  });

  test('says when files cannot be stored, and leaves nothing behind when they can', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-doctor-'));
    expect(examine({ STORAGE_URL: pathToFileURL(folder).href }).out).toMatch(/^OK +Files can be stored, read and/m);
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    await writeFile(join(folder, 'full'), '');
    const { status, out } = examine({ STORAGE_URL: pathToFileURL(join(folder, 'full')).href });
    expect([status, out]).toEqual([
      1,
      expect.stringMatching(/^FAULT +Files cannot be stored \(E[A-Z]+: .*\n +Fix: Check STORAGE_URL/m),
    ]);
    await rm(folder, { recursive: true });
  });

  test('says when the schema is not there', async () => {
    const empty = await createDatabase({ empty: true });
    expect(examine({}, empty.url).out).toMatch(
      /^FAULT +\d+ migrations were not run: First.*\n +Fix: Run: npm run lodge -- migrate/m,
    );
    await empty.drop();
  });

  test('finds what no api can do: a guard that is gone, a place sold twice, a trail that lies', async () => {
    const [room, student] = [await lodge.make.room(site), await lodge.make.student(site)];
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const body = { site: site.id, lead_person: student, location: room };
    const book = async (contract_start: string, contract_end: string) =>
      (await owner.post('/bookings', { ...body, contract_start, contract_end })).body._id as string;
    const [one, other] = [await book('2027-01-04', '2027-02-01'), await book('2027-02-01', '2027-03-01')];
    await lodge.sql('ALTER TABLE occupancies DROP CONSTRAINT occupancies_no_overlap_1');
    expect(examine().out).toMatch(/^FAULT +occupancies_no_overlap_1 is gone or switched off/m);
    await lodge.sql(`UPDATE occupancies SET period = '[2027-01-20,2027-03-01)' WHERE booking_id = $1`, [other]);
    await lodge.sql(`UPDATE bookings SET status = 'cancelled', cancelled_at = now() WHERE id = $1`, [one]);
    // With another constraint of the same name the guard is there again, by name only.
    await lodge.sql('ALTER TABLE occupancies ADD CONSTRAINT occupancies_no_overlap_1 CHECK (true)');
    const { status, out } = examine();
    expect(status).toBe(1);
    expect(out).toMatch(/^FAULT +1 places sold twice/m);
    expect(out).toMatch(new RegExp(`^FAULT +1 bookings that do not count any more but hold a place: ${one}`, 'm'));
    expect(out).toMatch(new RegExp(`^FAULT +1 bookings whose trail ends in another status: ${one}`, 'm'));
    expect(everyFindingHasItsFix(out)).toBe(true);
  });
});
