import { createPostgresBackend } from 'bullmq';
import type { Config } from '#libs/core/config/config';
import { createWatchfulRedisBackend } from '#libs/core/queue/driver-internals';

const PATIENCE = { connectTimeout: 1_000, socketTimeout: 3_000, retryStrategy: () => 500 };

/** Where the queues are: in Redis when there is one, else in PostgreSQL, in a schema of their own. */
export function connectionOf({ DATABASE_URL, REDIS_URL }: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>) {
  if (REDIS_URL) return { url: REDIS_URL, maxRetriesPerRequest: null, ...PATIENCE };
  return { connectionString: DATABASE_URL, schema: 'bullmq', max: 3, migrate: true, application_name: 'lodge-queue' };
}

export const backendOf = ({ REDIS_URL }: Pick<Config, 'REDIS_URL'>) =>
  REDIS_URL ? createWatchfulRedisBackend : createPostgresBackend;
