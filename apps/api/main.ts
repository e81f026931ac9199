import '#libs/core/tracing/begin';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '#apps/api/create-api';
import { readConfig } from '#libs/core/config/config';
import { endFailedStart } from '#libs/core/health/failed-start';
import { Life } from '#libs/core/health/life';
import { stopOnSignal } from '#libs/core/health/stop-on-signal';
import { makeLogger } from '#libs/core/logging/logger';
import { serveStatus } from '#libs/core/metrics/status-server';

try {
  const config = readConfig();
  const logger = makeLogger(config.LOG_LEVEL);
  const app = await createApi(config, logger);
  stopOnSignal(logger, async () => {
    app.get(Life).end();
    // The balancer reads "not ready" before its connections are refused.
    await sleep(config.SHUTDOWN_DELAY_SECONDS * 1_000);
    await app.close();
  });
  if (config.STATUS_PORT) await serveStatus(app, config.STATUS_PORT, config.HOST);
  await app.listen(config.PORT, config.HOST);
} catch (error) {
  endFailedStart(error);
}
