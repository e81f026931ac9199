import { createPostgresBackend, createRedisBackend } from 'bullmq';
import type { Config } from '#libs/core/config/config';
import { withTimeout } from '#libs/core/async/with-timeout';

// A worker asks again after 2 s without a job, so that a connection which is silent for longer is known to be dead: BullMQ's
// own 5 to 10 s would keep jobs waiting as long once Redis is back.
const WAIT_SECONDS = 2;
const CLOSE_MS = 1_000;
const PATIENCE = { connectTimeout: 1_000, socketTimeout: 3_000, retryStrategy: () => 500 };

/** Where the queues are: in Redis when there is one, else in PostgreSQL, in a schema of their own. */
export function connectionOf({ DATABASE_URL, REDIS_URL }: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>) {
  if (REDIS_URL) return { url: REDIS_URL, maxRetriesPerRequest: null, ...PATIENCE };
  return { connectionString: DATABASE_URL, schema: 'bullmq', max: 3, migrate: true, application_name: 'lodge-queue' };
}

const createWatchfulRedisBackend: typeof createRedisBackend = (...options) => {
  const backend = createRedisBackend(...options);
  const wait = backend.waitForJob.bind(backend);
  const close = backend.close.bind(backend);
  const disconnect = backend.disconnect.bind(backend);
  backend.waitForJob = (seconds) => wait(Math.min(seconds, WAIT_SECONDS));
  // Its farewell to a Redis that is away would be waited for for ever.
  backend.close = (force) =>
    withTimeout(CLOSE_MS, close(force), () => new Error('Redis does not answer')).catch(
      () => void backend.disconnect(),
    );
  // A connection that fails as it is let go is gone all the same, and must not keep the other one.
  backend.disconnect = async () => void (await Promise.allSettled([disconnect(), backend.disconnectBlocking(false)]));
  return backend;
};

export const backendOf = ({ REDIS_URL }: Pick<Config, 'REDIS_URL'>) =>
  REDIS_URL ? createWatchfulRedisBackend : createPostgresBackend;
