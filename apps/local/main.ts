import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applicationUrl, openHome, keepSecrets } from '#apps/local/home';
import { dropLocalSettings, keepLocalSettings } from '#apps/local/local-settings';
import { LocalError } from '#apps/local/local-error';
import { acquireLock } from '#apps/local/lock';
import { requirePort } from '#apps/local/port';
import { createDatabaseOnce } from '#apps/local/create-database';
import { startPostgres } from '#apps/local/postgres-server';
import { keepRotating, rotateLog } from '#apps/local/rotate-log';
import { ServerProcess } from '#apps/local/server-process';
import { keepPostgres, keepServer } from '#apps/local/supervise';
import { bar } from '#start/progress-bar';
import { say, summarise } from '#apps/local/say';

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const url = `http://localhost:${port}`;
const ending: (() => Promise<unknown>)[] = [];
const order = new AbortController();
let server: ServerProcess | undefined;
let stopping: Promise<void> | undefined;

// A terminal that was closed takes no more words; that must not keep us from stopping what runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0, 'Stopping ...'));

const started = run();
try {
  await started;
} catch (error) {
  bar.clear();
  if (!stopping) console.error(explain(error as Error));
  await end(1);
}

async function run(): Promise<void> {
  const home = await openHome();
  const lock = join(home, 'lock.json');
  const afterKill = existsSync(lock);
  ending.push(await acquireLock(lock, url));
  await requirePort(host, port, afterKill);
  const secrets = await keepSecrets(home);
  order.signal.throwIfAborted();
  const isFirstStart = !existsSync(join(home, 'postgres'));
  say('Starting PostgreSQL', isFirstStart);
  const postgres = await startPostgres({
    directory: join(home, 'postgres'),
    password: secrets.postgresPassword,
    durable: true,
  });
  ending.push(() => postgres.stop());
  order.signal.throwIfAborted();
  await createDatabaseOnce(postgres.url('postgres'), 'lodge');
  order.signal.throwIfAborted();
  const settings = {
    LODGE_MODE: 'local',
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: applicationUrl(postgres.url('lodge'), secrets),
    DATABASE_OWNER_URL: postgres.url('lodge'),
    JWT_SECRET: secrets.jwtSecret,
    COOKIE_SECURE: 'false',
    MAIL_URL: pathToFileURL(join(home, 'mail')).href,
    STORAGE_URL: pathToFileURL(join(home, 'files')).href,
  };
  await keepLocalSettings(home, settings);
  ending.push(() => dropLocalSettings(home));
  const log = join(home, 'lodge.log');
  await rotateLog(log);
  const stopRotating = keepRotating(log);
  ending.push(async () => stopRotating());
  const start = () => (server = new ServerProcess(log, settings));
  const first = start();
  const ready = await first.ready((step) => say(step, isFirstStart));
  if (order.signal.aborted) return;
  if (!ready) throw new LocalError(await first.death);
  summarise(ready, home);
  const supervision = { signal: order.signal, say };
  const kept = Promise.all([keepServer(first, start, supervision), keepPostgres(postgres, supervision)]);
  ending.push(() => kept);
}

function explain(error: Error): string {
  if (process.env.DEBUG) return error.stack ?? error.message;
  return error instanceof LocalError ? error.message : `Lodge could not start: ${error.message} (DEBUG=1 says more).`;
}

/** Ends what was started, the last first; a second signal waits for the first. */
function end(code: number, message?: string): Promise<void> {
  bar.clear();
  if (message && !stopping) console.log(`\n${message}`);
  return (stopping ??= endAll().then(() => process.exit(code)));
}

async function endAll(): Promise<void> {
  order.abort();
  await server?.stop();
  // What is half started gets finished first: only then can it be stopped.
  await started.catch(() => undefined);
  for (const undo of ending.reverse()) {
    await undo().catch((error: Error) => console.error(`While stopping: ${error.message}`));
  }
}
