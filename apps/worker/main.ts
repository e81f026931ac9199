import { createWorker } from '#apps/worker/create-worker';
import { InvalidConfig, loadEnvFile, readConfig } from '#libs/core/config/config';
import { stopOnSignal } from '#libs/core/health/stop-on-signal';
import { makeLogger } from '#libs/core/logging/logger';

try {
  loadEnvFile();
  const config = readConfig();
  const logger = makeLogger(config.LOG_LEVEL);
  const worker = await createWorker(config, logger);
  stopOnSignal(logger, () => worker.close());
} catch (error) {
  process.stderr.write(`${error instanceof InvalidConfig ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
