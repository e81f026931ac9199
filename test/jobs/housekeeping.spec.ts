import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';
import { makeLogger } from '#libs/core/logging/logger';
import { QUEUES } from '#libs/core/queue/queues';
import { Lodge, NOW } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';

describe('housekeeping, by two workers on a real queue', () => {
  let lodge: Lodge;
  let userId: string;
  let queue: Queue;
  const workers: INestApplicationContext[] = [];
  const log: string[] = [];
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);

  const addWorker = async () => {
    const logger = makeLogger('error', { write: (line) => void log.push(line) });
    const worker = await startWorker(lodge, { logger });
    workers.push(worker);
    return worker;
  };
  const session = (days: number) =>
    lodge.sql(
      `INSERT INTO sessions (id, user_id, refresh_hash, idle_expires_at, expires_at)
       VALUES (gen_random_uuid(), $1, '\\x00', timestamptz '${NOW}' - $2 * interval '1 day', timestamptz '${NOW}' - $2 * interval '1 day')`,
      [userId, days],
    );
  const token = (name: string, days: number) =>
    lodge.sql(
      `INSERT INTO password_tokens (token_hash, user_id, purpose, expires_at) VALUES ($1, $2, 'reset', timestamptz '${NOW}' - $3 * interval '1 day')`,
      [Buffer.from(name), userId, days],
    );
  const sessions = async () => (await lodge.sql('SELECT 1 FROM sessions')).length;
  const tokens = async () =>
    (await lodge.sql<{ name: string }>(`SELECT convert_from(token_hash, 'UTF8') AS name FROM password_tokens`)).map(
      ({ name }) => name,
    );
  const idle = async () => (await queue.getJobCountByTypes('waiting', 'active')) === 0;

  beforeAll(async () => {
    lodge = await Lodge.start();
    // The pool has ended before its sockets have; dropping the database at the end may still cut them.
    lodge.pool.on('error', () => undefined);
    userId = (await lodge.make.user()).id;
    await Promise.all([session(31), session(29), token('old', 8), token('young', 6)]);
    const [first] = await Promise.all([addWorker(), addWorker()]);
    queue = first.get<Queue>(getQueueToken(QUEUES.housekeeping.name), { strict: false });
  });
  beforeEach(() => {
    log.length = 0;
    printed.mockClear();
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await lodge.stop();
    printed.mockRestore();
  });

  test('removes what is long over as soon as a worker starts, keeps the rest, and shares one hourly schedule', async () => {
    await until(async () => (await sessions()) === 1 && (await idle()));
    expect(await tokens()).toEqual(['young']);
    expect(await queue.getJobSchedulers()).toEqual([expect.objectContaining({ key: 'hourly', every: 3_600_000 })]);
    expect(await queue.getJobCountByTypes('delayed')).toBe(1);
  });

  test('sweeps again each time the schedule fires', async () => {
    await queue.upsertJobScheduler('hourly', { every: 200 }, { name: 'sweep' });
    for (let round = 1; round <= 3; round++) {
      await session(40);
      await until(async () => (await sessions()) === 1);
    }
    await queue.upsertJobScheduler('hourly', { every: 3_600_000 }, { name: 'sweep' });
    await until(idle);
  });

  test('may run many times at once: nothing fails, and only what is long over goes', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => Promise.all([session(31), token(`old-${index}`, 8)])));
    const services = workers.map((worker) => worker.get(HousekeepingService));
    const sweeps = Array.from({ length: 5 }, () => services.map((service) => service.sweep())).flat();
    await expect(Promise.all(sweeps)).resolves.toHaveLength(10);
    expect([await sessions(), await tokens()]).toEqual([1, ['young']]);
  });

  test('removes what a first sweep finds some thousands at a time, so that no statement runs into its time limit', async () => {
    await lodge.sql(`
      CREATE TABLE sweeps (removed integer);
      CREATE FUNCTION note_sweep() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO sweeps SELECT count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER sweeps AFTER DELETE ON sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_sweep()`);
    await lodge.sql(
      `INSERT INTO sessions (id, user_id, refresh_hash, idle_expires_at, expires_at)
       SELECT gen_random_uuid(), $1, '\\x00', t, t FROM (SELECT timestamptz '${NOW}' - interval '31 days' AS t), generate_series(1, 12000)`,
      [userId],
    );
    await workers[0]?.get(HousekeepingService).sweep();
    expect(await lodge.sql('SELECT removed FROM sweeps')).toEqual(
      [5_000, 5_000, 2_000].map((removed) => ({ removed })),
    );
    expect(await sessions()).toBe(1);
    await lodge.sql('DROP TRIGGER sweeps ON sessions; DROP FUNCTION note_sweep; DROP TABLE sweeps');
  });

  test('a sweep that fails is in the log and is tried again', async () => {
    await session(40);
    await lodge.sql('ALTER TABLE sessions RENAME TO sessions_away');
    await queue.add('sweep', {}, { attempts: 1_000, backoff: { type: 'fixed', delay: 300 } });
    await until(() => log.length > 0);
    await lodge.sql('ALTER TABLE sessions_away RENAME TO sessions');
    await until(async () => (await sessions()) === 1);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      context: 'queue housekeeping',
      msg: 'job failed: relation "sessions" does not exist',
      name: 'sweep',
      attempts: 1,
    });
  });

  test('goes on after the database ended its connections; the log tells it in lines without the connection', async () => {
    await lodge.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name IN ('lodge-queue', 'lodge')`,
    );
    await until(async () => log.length > 0);
    await session(40);
    await until(async () => Boolean(await queue.add('sweep', {}).catch(() => undefined)));
    await until(async () => (await sessions()) === 1);
    for (const line of log) expect(Object.keys(JSON.parse(line))).not.toContain('client');
    expect(printed).not.toHaveBeenCalled();
  });

  test('a worker that is told to stop finishes its sweep first', async () => {
    for (const worker of workers.splice(0)) await worker.close();
    // They may have had something to say about the test before.
    log.length = 0;
    const last = await addWorker();
    const ours = last.get<Queue>(getQueueToken(QUEUES.housekeeping.name), { strict: false });
    await session(40);
    const lock = await lodge.pool.connect();
    await lock.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    await ours.add('sweep', {});
    await until(async () => (await ours.getActiveCount()) > 0);
    const closed = last.close();
    await sleep(300);
    await lock.query('COMMIT');
    lock.release();
    await closed;
    workers.length = 0;
    expect(await sessions()).toBe(1);
    expect(log).toEqual([]);
  });
});
