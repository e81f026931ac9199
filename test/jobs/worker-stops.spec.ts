import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { chromiumFolders, chromiumPids } from '../support/chromium.js';
import type { SiteFixture } from '../support/factory.js';
import { type Client, Lodge } from '../support/lodge.js';
import { WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(120_000);

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
    await lodge.make.students(site, 2_000);
  });
  afterAll(async () => {
    await worker?.end('SIGKILL');
    await lodge.stop();
  });

  test('is obeyed when the document is done: the first attempt finishes it, and no browser is left', async () => {
    worker = WorkerProcess.start(lodge.instance.config);
    const { body: job } = await manager.get(`/students/${site.id}/export`, { prefer: 'respond-async' });
    while (chromiumPids({ worker: worker.pid }).length === 0) await sleep(20);
    expect((await manager.get(`/jobs/${job._id}`)).body.state).toBe('active');
    expect(await worker.end('SIGTERM')).toBe(0);
    const [row] = await lodge.sql('SELECT state, attempt FROM jobs');
    expect(row).toEqual({ state: 'completed', attempt: 1 });
    while (chromiumPids({ worker: worker.pid, all: true }).length) await sleep(100);
    expect(chromiumFolders(worker.pid)).toEqual([]);
  });
});
