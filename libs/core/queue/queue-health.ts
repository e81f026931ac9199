import { createPostgresBackend, Queue, setDefaultBackendFactory } from 'bullmq';
import type { Config } from '#libs/core/config/config';
import { QUEUES } from '#libs/core/queue/queues';

export interface QueueHealth {
  name: string;
  workers: number;
  waiting: number;
  failed: number;
}

/** How each queue stands; undefined when no process has made the queues yet. Makes nothing itself. */
export async function queueHealth(config: Config): Promise<QueueHealth[] | undefined> {
  setDefaultBackendFactory(createPostgresBackend);
  try {
    return await Promise.all(Object.values(QUEUES).map(({ name }) => healthOf(name, config)));
  } catch (error) {
    if (/is not initialized/.test((error as Error).message)) return undefined;
    throw error;
  }
}

async function healthOf(name: string, config: Config): Promise<QueueHealth> {
  const connection = { connectionString: config.DATABASE_URL, schema: 'bullmq', max: 1, migrate: false };
  const queue = new Queue(name, { connection: connection as never });
  queue.on('error', () => undefined);
  try {
    const { waiting = 0, failed = 0 } = await queue.getJobCounts('waiting', 'failed');
    return { name, workers: await queue.getWorkersCount(), waiting, failed };
  } finally {
    await queue.close();
  }
}
