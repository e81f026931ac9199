import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { createWorker } from '#apps/worker/create-worker';
import { makeLogger } from '#libs/core/logging/logger';
import { QUEUES } from '#libs/core/queue/queues';
import { Lodge } from '../support/lodge.js';

describe('housekeeping, on a real queue', () => {
  let lodge: Lodge;
  const workers: INestApplicationContext[] = [];
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await lodge.stop();
  });

  test('two workers remove what is long over, keep the rest, and share one schedule', async () => {
    const { id } = await lodge.make.user();
    const session = (days: number) =>
      lodge.sql(
        `INSERT INTO sessions (id, user_id, refresh_hash, idle_expires_at, expires_at)
         VALUES (gen_random_uuid(), $1, '\\x00', now() - $2 * interval '1 day', now() - $2 * interval '1 day')`,
        [id, days],
      );
    const token = (name: string, days: number) =>
      lodge.sql(
        `INSERT INTO password_tokens (token_hash, user_id, purpose, expires_at) VALUES ($1, $2, 'reset', now() - $3 * interval '1 day')`,
        [Buffer.from(name), id, days],
      );
    await Promise.all([session(31), session(29), token('old', 8), token('young', 6)]);
    for (let index = 0; index < 2; index++)
      workers.push(await createWorker(lodge.instance.config, makeLogger('silent')));
    const queue = workers[0]?.get<Queue>(getQueueToken(QUEUES.housekeeping.name), { strict: false });
    expect(await queue?.getJobSchedulersCount()).toBe(1);
    for (let waited = 0; waited < 20_000 && (await lodge.sql('SELECT 1 FROM sessions')).length > 1; waited += 50)
      await sleep(50);
    expect(await lodge.sql('SELECT 1 FROM sessions')).toHaveLength(1);
    expect(await lodge.sql('SELECT token_hash FROM password_tokens')).toEqual([{ token_hash: Buffer.from('young') }]);
    await queue?.add('sweep', {});
    await queue?.add('sweep', {});
    for (let waited = 0; waited < 20_000 && ((await queue?.getWaitingCount()) ?? 0) > 0; waited += 50) await sleep(50);
    expect(await queue?.getFailedCount()).toBe(0);
  });
});
