import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromiumFolders, chromiumPids } from '../support/chromium.js';
import type { SiteFixture } from '../support/factory.js';
import { type Client, Lodge } from '../support/lodge.js';
import { WorkerProcess } from '../support/worker-process.js';

const REDIS = process.env.TEST_REDIS_URL;
const BACKENDS: [string, { REDIS_URL?: string }][] = [['PostgreSQL', {}]];
if (REDIS) BACKENDS.push(['Redis', { REDIS_URL: REDIS }]);
else console.warn('TEST_REDIS_URL is not set: stopping a worker is NOT tested on Redis in this run.');

describe.each(BACKENDS)('SIGTERM to a worker that prints, %s', (_name, settings) => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let worker: WorkerProcess | undefined;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings });
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    await lodge.make.students(site, 500);
  });
  afterAll(async () => {
    await worker?.end('SIGKILL');
    await lodge.stop();
  });

  test('is obeyed when the document is done: the first attempt finishes it, and no browser is left', async () => {
    const { body: job } = await manager.get(`/students/${site.id}/export`, { prefer: 'respond-async' });
    // Whatever is slow here, the document is not done before the signal has come.
    const holder = await lodge.pool.connect();
    await holder.query('BEGIN; LOCK TABLE documents IN SHARE MODE');
    worker = WorkerProcess.start(lodge);
    while (chromiumPids({ worker: worker.pid }).length === 0) await sleep(20);
    expect((await manager.get(`/jobs/${job._id}`)).body.state).toBe('active');
    const ended = worker.end('SIGTERM');
    await holder.query('ROLLBACK');
    holder.release();
    expect(await ended).toBe(0);
    const [row] = await lodge.sql('SELECT state, attempt FROM jobs');
    expect(row).toEqual({ state: 'completed', attempt: 1 });
    while (chromiumPids({ worker: worker.pid, all: true }).length) await sleep(100);
    expect(chromiumFolders(worker.pid)).toEqual([]);
  });
});
