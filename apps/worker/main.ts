import '#libs/core/tracing/begin';
import { setFlagsFromString } from 'node:v8';
import { createWorker } from '#apps/worker/create-worker';
import { readConfig } from '#libs/core/config/config';
import { endFailedStart } from '#libs/core/health/failed-start';
import { endOnUncaughtErrors } from '#libs/core/health/last-resort';
import { stopOnSignal } from '#libs/core/health/stop-on-signal';
import { waitForDatabase } from '#libs/core/health/wait-for-database';
import { makeLogger } from '#libs/core/logging/logger';
import { serveStatus } from '#libs/core/metrics/status-server';

// Batches live just long enough to become old: left to itself V8 lets a few hundred megabytes of them lie.
setFlagsFromString('--heap-growing-percent=50');

try {
  const config = readConfig();
  const logger = makeLogger(config.LOG_LEVEL);
  await waitForDatabase(config, logger, [config.STATUS_PORT]);
  const worker = await createWorker(config, logger);
  endOnUncaughtErrors(logger, worker);
  stopOnSignal(logger, worker);
  if (config.STATUS_PORT) await serveStatus(worker, config.STATUS_PORT, config.HOST);
} catch (error) {
  endFailedStart(error);
}
