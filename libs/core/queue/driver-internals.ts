import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, createRedisBackend, SchemaMigrationRequiredError, type Worker } from 'bullmq';
import { withTimeout } from '#libs/core/async/with-timeout';

// Everything here replaces methods that BullMQ calls on itself. When it is upgraded, read its source for them, run the specs of
// faults and of workers that stop, and note the new version.
export const CHECKED_ON = { bullmq: '6.7.0' };

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

const PAUSE_MS = 500;
const MIGRATION_PAUSE_MS = 1_000;

/** A client that becomes ready once, and remembers for ever that it could not. */
interface Memo {
  readyPromise?: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

function forgetFailures(memo: Memo, pauseMs: number): void {
  const wait = memo.waitUntilReady.bind(memo);
  memo.waitUntilReady = async () => {
    const attempt = wait();
    const kept = memo.readyPromise;
    try {
      await attempt;
    } catch (error) {
      await sleep(pauseMs);
      if (memo.readyPromise === kept) memo.readyPromise = undefined;
      throw error;
    }
  };
}

interface Connection extends Memo {
  bootstrap(): Promise<void>;
}

/** A process may start before the migrations, and BullMQ checks for them once. */
function awaitMigrations(connection: Connection): void {
  const bootstrap = connection.bootstrap.bind(connection);
  connection.bootstrap = async () => {
    for (;;) {
      try {
        return await bootstrap();
      } catch (error) {
        if (!(error instanceof SchemaMigrationRequiredError)) throw error;
        await sleep(MIGRATION_PAUSE_MS, undefined, { ref: false });
      }
    }
  };
}

/**
 * BullMQ's backend of PostgreSQL, which waits for the migrations, and recovers when PostgreSQL was unavailable at its first
 * connection. BullMQ would keep that failure for ever, and request the next job again and again without a pause, so that the
 * process had no turn for anything else.
 */
export const createWatchfulPostgresBackend: typeof createPostgresBackend = (...options) => {
  const backend = createPostgresBackend(...options);
  const { connection } = backend as unknown as { connection: Connection };
  awaitMigrations(connection);
  forgetFailures(backend as unknown as Memo, 0);
  forgetFailures(connection, PAUSE_MS);
  return backend;
};

/** Leaves a worker without waiting for its queue. Nest closes it once more, which then returns at once. */
export function abandonWorker(worker: Worker): void {
  void worker.disconnect();
  worker.close = () => Promise.resolve();
}
