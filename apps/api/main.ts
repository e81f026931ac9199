import { createApi } from '#apps/api/create-api';
import { InvalidConfig, loadEnvFile, readConfig } from '#libs/core/config/config';
import { makeLogger } from '#libs/core/logging/logger';

try {
  loadEnvFile();
  const config = readConfig();
  const app = await createApi(config, makeLogger(config.LOG_LEVEL));
  app.enableShutdownHooks();
  await app.listen(config.PORT, config.HOST);
} catch (error) {
  process.stderr.write(`${error instanceof InvalidConfig ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
