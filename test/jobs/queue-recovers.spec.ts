import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { backendOf, connectionOf } from '#libs/core/queue/queue-connection';
import { Lodge } from '../support/lodge.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

test('a worker whose PostgreSQL is away at its first connection leaves the process its turns, and works as soon as it is back', async () => {
  const proxy = new TcpProxy();
  const lodge = await Lodge.start();
  const config = { DATABASE_URL: await proxy.to(lodge.databaseUrl), REDIS_URL: undefined };
  await proxy.cut();
  const done: string[] = [];
  const options = { connection: connectionOf(config) as never };
  const worker = new Worker('trial', async (job) => void done.push(job.name), options, backendOf(config) as never);
  worker.on('error', () => undefined);
  const queue = new Queue('trial', options, backendOf(config) as never);
  queue.on('error', () => undefined);
  await expect(queue.getJobCounts()).rejects.toThrow();
  const began = performance.now();
  for (let turn = 0; turn < 20; turn++) await sleep(100);
  expect(performance.now() - began).toBeLessThan(10_000);
  await proxy.mend();
  await until(async () => Boolean(await queue.add('after', {}).catch(() => undefined)), 30);
  await until(() => done.includes('after'), 60);
  // While it works, all its connections end at once, some of them in use.
  for (let round = 0; round < 5; round++) {
    await lodge.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''`); // prettier-ignore
    await until(async () => Boolean(await queue.add(`round-${round}`, {}).catch(() => undefined)), 30);
    await until(() => done.includes(`round-${round}`), 60);
  }
  await worker.close();
  await queue.close();
  await lodge.stop();
  await proxy.cut();
}, 180_000);
