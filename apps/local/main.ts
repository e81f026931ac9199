import { join } from 'node:path';
import { openHome, keepSecrets } from '#apps/local/home';
import { LocalError } from '#apps/local/local-error';
import { takeLock } from '#apps/local/lock';
import { requirePort } from '#apps/local/port';
import { createDatabaseOnce } from '#apps/local/create-database';
import { startPostgres } from '#apps/local/postgres-server';
import { ServerProcess } from '#apps/local/server-process';
import { say, summarise } from '#apps/local/say';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const url = `http://localhost:${port}`;
const ending: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;

// A terminal that was closed takes no more words; that must not keep us from stopping what runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0, 'Stopping ...'));

try {
  await run();
} catch (error) {
  const isExpected = error instanceof LocalError && !process.env.DEBUG;
  console.error(isExpected ? error.message : error);
  await end(1);
}

async function run(): Promise<void> {
  const home = await openHome();
  ending.push(await takeLock(join(home, 'lock.json'), url));
  await requirePort(host, port);
  const secrets = await keepSecrets(home);
  say('Starting PostgreSQL');
  const postgres = await startPostgres({
    directory: join(home, 'postgres'),
    password: secrets.postgresPassword,
    durable: true,
  });
  ending.push(() => postgres.stop());
  await createDatabaseOnce(postgres.url('postgres'), 'lodge');
  const server = new ServerProcess(join(home, 'lodge.log'), {
    LODGE_MODE: 'local',
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: postgres.url('lodge'),
    JWT_SECRET: secrets.jwtSecret,
    COOKIE_SECURE: 'false',
    MAIL_URL: `file://${join(home, 'mail')}`,
  });
  ending.push(() => server.stop());
  server.onDeath((reason) => {
    console.error(reason);
    void end(1);
  });
  const ready = await server.ready(say);
  if (ready) summarise(ready, home);
}

/** Ends what was started, the last first; a second signal waits for the first. */
function end(code: number, message?: string): Promise<void> {
  if (message && !stopping) console.log(`\n${message}`);
  return (stopping ??= endAll().then(() => process.exit(code)));
}

async function endAll(): Promise<void> {
  for (const undo of ending.reverse()) {
    await undo().catch((error: Error) => console.error(`While stopping: ${error.message}`));
  }
}
