import { createPostgresBackend, createRedisBackend, SchemaMigrationRequiredError, type Worker } from 'bullmq';
import { withTimeout } from '#libs/core/async/with-timeout';
import { recoverConnection } from '#libs/core/database/driver-internals';

// A worker asks again after 2 s without a job, so that a connection which is silent for longer is known to be dead: BullMQ's
// own 5 to 10 s would keep jobs waiting as long once Redis is back.
const WAIT_SECONDS = 2;
const CLOSE_MS = 1_000;

/** BullMQ's backend of Redis, which notices within seconds that Redis is unavailable, and closes without it. */
export const createWatchfulRedisBackend: typeof createRedisBackend = (...options) => {
  const backend = createRedisBackend(...options);
  const wait = backend.waitForJob.bind(backend);
  const close = backend.close.bind(backend);
  const disconnect = backend.disconnect.bind(backend);
  backend.waitForJob = (seconds) => wait(Math.min(seconds, WAIT_SECONDS));
  // It would wait for ever to say goodbye to a Redis that is unavailable.
  backend.close = (force) =>
    withTimeout(CLOSE_MS, close(force), () => new Error('Redis does not answer')).catch(
      () => void backend.disconnect(),
    );
  // A connection that fails while it is closed is gone all the same, and must not keep the other one open.
  backend.disconnect = async () => void (await Promise.allSettled([disconnect(), backend.disconnectBlocking(false)]));
  return backend;
};

/** BullMQ's backend of PostgreSQL, which waits for the migrations, and recovers when PostgreSQL was unavailable. */
export const createWatchfulPostgresBackend: typeof createPostgresBackend = (...options) => {
  const backend = createPostgresBackend(...options);
  recoverConnection(backend, (error) => error instanceof SchemaMigrationRequiredError);
  return backend;
};

/** Leaves a worker without waiting for its queue. Nest closes it once more, which then returns at once. */
export function abandonWorker(worker: Worker): void {
  void worker.disconnect();
  worker.close = () => Promise.resolve();
}
