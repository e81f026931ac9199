import type { Config } from '#libs/core/config/config';
import { ImpatientClient } from '#libs/core/database/pool';
import { createWatchfulPostgresBackend, createWatchfulRedisBackend } from '#libs/core/queue/watchful-backends';

const PATIENCE = { connectTimeout: 1_000, socketTimeout: 3_000, retryStrategy: () => 500 };

/** Where the queues are: in Redis when there is one, else in PostgreSQL, in a schema of their own. */
export function connectionOf({ DATABASE_URL, REDIS_URL }: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>) {
  if (REDIS_URL) return { url: REDIS_URL, maxRetriesPerRequest: null, ...PATIENCE };
  // BullMQ makes a pool of its own, and listens to none of its connections while one is in use.
  const pool = { max: 3, application_name: 'lodge-queue', Client: ImpatientClient };
  return { connectionString: DATABASE_URL, schema: 'bullmq', ...pool };
}

export const backendOf = ({ REDIS_URL }: Pick<Config, 'REDIS_URL'>) =>
  REDIS_URL ? createWatchfulRedisBackend : createWatchfulPostgresBackend;
