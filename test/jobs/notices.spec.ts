import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { JobQueue } from '#libs/core/queue/job-queue';
import { JobsService } from '#libs/jobs/jobs.service';
import type { SiteFixture } from '../support/factory.js';
import { type Client, Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';

let lodge: Lodge;
let site: SiteFixture;
let manager: Client;
beforeAll(async () => {
  lodge = await Lodge.start();
  site = await lodge.make.site();
  manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  await lodge.make.students(site, 1_000);
});
afterAll(() => lodge.stop());

const order = async (): Promise<string> =>
  (await manager.get(`/students/${site.id}/export`, { prefer: 'respond-async' })).body._id;
const isOver = async (id: string) => ['completed', 'failed'].includes((await manager.get(`/jobs/${id}`)).body.state);

test('a job that was rung for many times while it waited in line is done once', async () => {
  const id = await order();
  for (let ring = 0; ring < 5; ring++)
    await lodge.instance.app
      .get(JobQueue)
      .notify('documents', 'run', { siteId: site.id, id, attempt: 0 }, `${id}-${ring}`);
  const worker = await startWorker(lodge);
  while (!(await isOver(id))) await sleep(50);
  // The rings that are left come to nothing.
  await sleep(500);
  await worker.close();
  expect(await lodge.sql('SELECT state, attempt FROM jobs WHERE id = $1', [id])).toEqual([
    { state: 'completed', attempt: 1 },
  ]);
});

test('a job that waits is not put in line again and again by the sweep', async () => {
  const id = await order();
  for (let sweep = 0; sweep < 5; sweep++) await lodge.instance.app.get(JobsService).requeueStalled(0);
  const rings = await lodge.sql(`SELECT data FROM bullmq.job WHERE data::text LIKE '%' || $1 || '%'`, [id]);
  // Two when a minute begins in between.
  expect([1, 2]).toContain(rings.length);
});
