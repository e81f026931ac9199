import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApi } from '#apps/api/create-api';
import { createWorker } from '#apps/worker/create-worker';
import { demoDataState, loadDemoData } from '#apps/local/demo-data/demo-data';
import { LARGE, loadLargeSite } from '#apps/local/demo-data/large-site';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { planStaff } from '#apps/local/demo-data/demo-staff';
import { type Config, InvalidConfig, ownerUrl, readConfig } from '#libs/core/config/config';
import { allowApplication } from '#libs/core/database/application-role';
import { Database } from '#libs/core/database/database';
import { emptyDatabase, migrate } from '#libs/core/database/migrate';
import { makeLogger } from '#libs/core/logging/logger';

// The launcher gives the orders: a Ctrl-C reaches the whole process group, and closing the channel means it is gone.
process.on('SIGINT', () => undefined);

const tell = (message: object) => process.send?.(message);

try {
  const config = readConfig();
  tell({ step: 'Bringing the database schema up to date' });
  await bringUpToDate(config);
  const running: { close(): Promise<void> }[] = [];
  const stopping = new AbortController();
  let loading: Promise<unknown> = Promise.resolve();
  const stop = async () => {
    stopping.abort();
    await loading;
    await Promise.all(running.map((each) => each.close()));
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('disconnect', () => void stop());
  const app = await start(config);
  running.push(app);
  running.push(await createWorker(config, makeLogger(config.LOG_LEVEL)));
  await app.listen(config.PORT, config.HOST);
  const accounts = planStaff().map(({ email, role }) => ({
    email,
    password: DEMO_PASSWORD,
    role: role ?? 'owner',
  }));
  tell({ ready: { url: config.PUBLIC_URL, docs: `${config.PUBLIC_URL}/docs`, accounts } });
  if (process.env.DEMO_DATA !== 'small')
    loading = loadLargeSite(app, LARGE, stopping.signal, (step) => tell({ step })).catch((error: Error) =>
      process.stderr.write(`The large site of the demo data could not be loaded: ${error.stack}\n`),
    );
} catch (error) {
  tell({
    failed: error instanceof InvalidConfig ? error.message : `Lodge could not start: ${(error as Error).message}`,
  });
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}

async function bringUpToDate(config: Config): Promise<void> {
  await migrate(ownerUrl(config));
  await allowApplication(ownerUrl(config), config.DATABASE_URL);
}

async function start(config: Config): Promise<NestFastifyApplication> {
  tell({ step: 'Starting the api and the worker' });
  const app = await createApi(config, makeLogger(config.LOG_LEVEL));
  await app.init();
  const database = app.get(Database);
  const state = await demoDataState(database);
  if (state === 'complete') return app;
  if (state === 'half') {
    tell({ step: 'The last start was cut off while it loaded the demo data: starting over' });
    await emptyDatabase(ownerUrl(config));
    await bringUpToDate(config);
  }
  await loadDemoData(app, (step) => tell({ step }));
  return app;
}
