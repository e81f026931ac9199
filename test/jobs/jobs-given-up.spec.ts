import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Database } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { JobExecutor } from '#libs/jobs/job-executor';
import { JobsService } from '#libs/jobs/jobs.service';
import type { SiteFixture } from '../support/factory.js';
import { type Client, Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';
import { WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(240_000);

let lodge: Lodge;
let site: SiteFixture;
let manager: Client;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodge-jobs-'));
  const STORAGE_URL = pathToFileURL(join(folder, 'store')).href;
  lodge = await Lodge.start({ settings: { STORAGE_URL, JOB_MOST_DEATHS: '3' } });
  site = await lodge.make.site();
  manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  await lodge.make.students(site, 200);
});
afterAll(async () => {
  await lodge.stop();
  await rm(folder, { recursive: true, force: true });
});

const jobs = () => lodge.instance.app.get(JobsService);
const order = async (): Promise<string> =>
  (await manager.get(`/students/${site.id}/export`, { prefer: 'respond-async' })).body._id;
const row = async (id: string) =>
  (await lodge.sql<{ state: string; attempt: number; deaths: number; waits: number }>('SELECT state, attempt, deaths, waits FROM jobs WHERE id = $1', [id]))[0]!; // prettier-ignore
const stateOf = async (id: string) => (await row(id)).state;

test('a job that ends every worker that is at it fails after so many of them, with the reason, and can be restarted by hand', async () => {
  const id = await order();
  for (let death = 1; death <= 3; death++) {
    // A worker takes it, and is killed the moment it has.
    const worker = WorkerProcess.start(lodge);
    await until(async () => (await row(id)).attempt === death, 60);
    await worker.end('SIGKILL');
    // What was written before the end of the worker makes it no different.
    await lodge.sql(`UPDATE jobs SET state = 'active' WHERE id = $1 AND state <> 'active'`, [id]);
    if (death < 3) await jobs().requeueStalled(0);
  }
  await jobs().requeueStalled(0);
  const worker = WorkerProcess.start(lodge);
  try {
    await until(async () => (await stateOf(id)) === 'failed', 60);
    const failed = (await manager.get(`/jobs/${id}`)).body;
    expect(failed).toMatchObject({ state: 'failed', problem: { code: 'internal_error', deaths: 3 } });
    expect(failed.problem.detail).toContain('ended 3 times');
    await jobs().restart(id);
    await until(async () => (await stateOf(id)) === 'completed', 60);
    await expect(jobs().restart(id)).rejects.toThrow('does not exist');
  } finally {
    await worker.end('SIGKILL');
  }
});

test('a job waits for a store that is away, ever longer and without counting it, and is done when it is back', async () => {
  await rm(join(folder, 'store'), { recursive: true, force: true });
  // Nothing can be made below a file: for root, too.
  await writeFile(join(folder, 'store'), '');
  const id = await order();
  const worker = await startWorker(lodge);
  try {
    for (const waits of [1, 2, 3, 4]) {
      await until(async () => (await row(id)).waits >= waits, 60);
      expect(await stateOf(id)).not.toBe('failed');
      await lodge.sql(`UPDATE jobs SET heartbeat_at = now() - interval '1 hour' WHERE id = $1 AND state = 'waiting'`, [
        id,
      ]);
      await jobs().requeueStalled();
    }
    await rm(join(folder, 'store'));
    await until(async () => {
      await lodge.sql(`UPDATE jobs SET heartbeat_at = now() - interval '1 hour' WHERE id = $1 AND state = 'waiting'`, [
        id,
      ]);
      await jobs().requeueStalled();
      return (await stateOf(id)) === 'completed';
    }, 60);
    expect((await row(id)).deaths).toBe(0);
  } finally {
    await worker.close();
  }
});

test('a job whose wait for the database cannot be noted at once waits all the same, also at its last attempt', async () => {
  const lock = await lodge.pool.connect();
  const run = async () => {
    await lock.query(`BEGIN; SELECT FROM jobs WHERE kind = 'away' FOR UPDATE`);
    throw new DomainError('dependency_unavailable', 'The database does not answer in time.');
  };
  const executor = new JobExecutor(lodge.instance.app.get(Database, { strict: false }), lodge.instance.config, [{ kind: 'away', run }]); // prettier-ignore
  const [{ id } = { id: '' }] = await lodge.sql<{ id: string }>(
    `INSERT INTO jobs (site_id, id, kind, created_at, heartbeat_at) VALUES ($1, gen_random_uuid(), 'away', now(), now()) RETURNING id`,
    [site.id],
  );
  const running = executor.run({ siteId: site.id, id, attempt: 0 }, true);
  const waiting = () => lodge.sql(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%waits%'`); // prettier-ignore
  try {
    // It is refused once, and waits for the lock again.
    await until(async () => (await waiting()).length > 0, 30);
    await until(async () => (await waiting()).length === 0, 30);
    await until(async () => (await waiting()).length > 0, 30);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  await running;
  expect(await row(id)).toMatchObject({ state: 'waiting', waits: 1, deaths: 0 });
});

test('a job that takes long, without progress, is not taken from a worker that lives', async () => {
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const runners = [{ kind: 'slow', run: () => held }];
  const executor = new JobExecutor(lodge.instance.app.get(Database, { strict: false }), lodge.instance.config, runners);
  const [{ id } = { id: '' }] = await lodge.sql<{ id: string }>(
    `INSERT INTO jobs (site_id, id, kind, created_at, heartbeat_at) VALUES ($1, gen_random_uuid(), 'slow', now(), now()) RETURNING id`,
    [site.id],
  );
  const running = executor.run({ siteId: site.id, id, attempt: 0 }, true);
  await until(async () => (await stateOf(id)) === 'active');
  await lodge.sql(`UPDATE jobs SET heartbeat_at = now() - interval '1 hour' WHERE id = $1`, [id]);
  const heard = () => lodge.sql(`SELECT FROM jobs WHERE id = $1 AND heartbeat_at > now() - interval '1 minute'`, [id]);
  await until(async () => (await heard()).length > 0, 30);
  end();
  await running;
  expect(await row(id)).toMatchObject({ state: 'completed', attempt: 1, deaths: 0 });
});

test('hundreds of jobs that cannot be touched do not stand in front of the others', async () => {
  await lodge.sql(
    `INSERT INTO jobs (site_id, id, kind, created_at, heartbeat_at) SELECT $1, gen_random_uuid(), 'stuck', now(), now() - interval '2 hours' FROM generate_series(1, 250)`,
    [site.id],
  );
  const last = await order();
  await lodge.sql(`UPDATE jobs SET heartbeat_at = now() - interval '1 hour' WHERE id = $1`, [last]);
  const lock = await lodge.pool.connect();
  try {
    await lock.query(`BEGIN; SELECT FROM jobs WHERE kind = 'stuck' FOR UPDATE`);
    await jobs().requeueStalled();
    const [rung] = await lodge.sql<{ late: boolean }>(`SELECT heartbeat_at < now() - interval '1 minute' AS late FROM jobs WHERE id = $1`, [last]); // prettier-ignore
    expect(rung?.late).toBe(false);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
});
