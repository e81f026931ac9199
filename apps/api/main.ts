import '#libs/core/tracing/begin';
import type { AddressInfo } from 'node:net';
import { createApi } from '#apps/api/create-api';
import { ImportThreads } from '#libs/booking-import/import-threads';
import { readConfig } from '#libs/core/config/config';
import { endFailedStart } from '#libs/core/health/failed-start';
import { endOnUncaughtErrors } from '#libs/core/health/last-resort';
import { stopOnSignal } from '#libs/core/health/stop-on-signal';
import { waitForDatabase } from '#libs/core/health/wait-for-database';
import { makeLogger } from '#libs/core/logging/logger';
import { serveStatus } from '#libs/core/metrics/status-server';

try {
  const config = readConfig();
  const logger = makeLogger(config.LOG_LEVEL);
  await waitForDatabase(config, logger, [config.PORT, config.STATUS_PORT]);
  const app = await createApi(config, logger);
  endOnUncaughtErrors(logger, app);
  // The balancer reads "not ready" before its connections are refused.
  stopOnSignal(logger, app, config.SHUTDOWN_DELAY_SECONDS);
  if (config.STATUS_PORT) await serveStatus(app, config.STATUS_PORT, config.HOST);
  await app.listen(config.PORT, config.HOST);
  // For port 0 the system chooses one: the process that started this one gets it as a message.
  const { port } = app.getHttpServer().address() as AddressInfo;
  logger.info({ port }, 'Listening');
  process.send?.({ port });
  // Requests do not wait for it. Without it, the first file takes longer.
  await app
    .get(ImportThreads, { strict: false })
    .warmUp()
    .then(
      () => logger.info('Ready for files of imports'),
      (error: Error) => logger.debug({ err: error }, 'Not ready for files of imports'),
    );
} catch (error) {
  endFailedStart(error);
}
