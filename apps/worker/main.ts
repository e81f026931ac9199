import { createWorker } from '#apps/worker/create-worker';
import { InvalidConfig, loadEnvFile, readConfig } from '#libs/core/config/config';
import { makeLogger } from '#libs/core/logging/logger';

try {
  loadEnvFile();
  const config = readConfig();
  const app = await createWorker(config, makeLogger(config.LOG_LEVEL));
  app.enableShutdownHooks();
} catch (error) {
  process.stderr.write(`${error instanceof InvalidConfig ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
