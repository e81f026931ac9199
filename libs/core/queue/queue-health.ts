import { Queue } from 'bullmq';
import type { Config } from '#libs/core/config/config';
import { backendOf, connectionOf } from '#libs/core/queue/queue-connection';
import { QUEUES } from '#libs/core/queue/queues';
import { withTimeout } from '#libs/core/async/with-timeout';

const PATIENCE_MS = 5_000;

export interface QueueHealth {
  name: string;
  workers: number;
  waiting: number;
  failed: number;
}

/**
 * The state of each queue.
 * @throws Error when the server of the queues does not respond within 5 s, or the migrations have not run
 */
export function queueHealth(config: Config): Promise<QueueHealth[]> {
  return Promise.all(Object.values(QUEUES).map(({ name }) => healthOf(name, config)));
}

async function healthOf(name: string, config: Config): Promise<QueueHealth> {
  const once = config.REDIS_URL ? { retryStrategy: () => null, maxRetriesPerRequest: 0 } : { max: 1 };
  const connection = { ...connectionOf(config), ...once };
  const queue = new Queue(name, { connection: connection as never }, backendOf(config) as never);
  queue.on('error', () => undefined);
  const inTime = <T>(work: Promise<T>) => withTimeout(PATIENCE_MS, work, () => new Error('no answer within 5 s'));
  try {
    const { waiting = 0, failed = 0 } = await inTime(queue.getJobCounts('waiting', 'failed'));
    return { name, workers: await inTime(queue.getWorkersCount()), waiting, failed };
  } finally {
    await inTime(queue.close()).catch(() => undefined);
  }
}
