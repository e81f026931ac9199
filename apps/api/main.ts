import '#libs/core/tracing/begin';
import { createApi } from '#apps/api/create-api';
import { readConfig } from '#libs/core/config/config';
import { endFailedStart } from '#libs/core/health/failed-start';
import { stopOnSignal } from '#libs/core/health/stop-on-signal';
import { makeLogger } from '#libs/core/logging/logger';
import { serveStatus } from '#libs/core/metrics/status-server';

try {
  const config = readConfig();
  const logger = makeLogger(config.LOG_LEVEL);
  const app = await createApi(config, logger);
  // The balancer reads "not ready" before its connections are refused.
  stopOnSignal(logger, app, config.SHUTDOWN_DELAY_SECONDS);
  if (config.STATUS_PORT) await serveStatus(app, config.STATUS_PORT, config.HOST);
  await app.listen(config.PORT, config.HOST);
} catch (error) {
  endFailedStart(error);
}
