// The two servers side by side: the limit and Lodge, each a process of its own on the same database.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { OWNER } from './data.mjs';

const SECRET = 'a secret that only this bench uses, 0123456789';
const COOKIE = '__Host-lodge_access';
// As the image starts the api.
export const FLAGS = ['--max-semi-space-size=32'];
const LIMITS = ['SESSION_PER_MINUTE', 'BULK_PER_MINUTE', 'PDF_PER_MINUTE', 'LOG_IN_PER_MINUTE'];

const environment = (databaseUrl, folder) => ({
  PATH: process.env.PATH,
  HOME: folder,
  PUBLIC_URL: 'https://lodge.example',
  DATABASE_URL: databaseUrl,
  JWT_SECRET: SECRET,
  SESSION_ACCESS_MINUTES: '60',
  MAIL_URL: `file://${folder}`,
  STORAGE_URL: `file://${folder}`,
  // Counted and watched as usual, but no request is refused.
  OVERLOAD_DELAY_MS: '60000',
  ...Object.fromEntries(LIMITS.map((name) => [`RATE_LIMIT_${name}`, '1000000'])),
});

/** A measured server. */
class Server {
  constructor(name, process, port) {
    Object.assign(this, { name, process, origin: `http://127.0.0.1:${port}` });
  }

  /** CPU used so far in microseconds, memory now and at most since the last mark, in bytes. */
  async meter(message = 'read') {
    this.process.send(message);
    const [answer] = await once(this.process, 'message');
    return answer;
  }

  async stop() {
    const gone = once(this.process, 'exit');
    this.process.send('stop');
    await gone;
  }
}

async function start(name, script, env, folder) {
  // The log goes to a file, as it would from a service.
  const path = join(folder, `${name}.log`);
  const log = openSync(path, 'a');
  const { BENCH_PROFILE } = process.env;
  const profile = BENCH_PROFILE && { BENCH_PROFILE, BENCH_SERVER: name };
  const options = { env: { ...env, ...profile }, execArgv: FLAGS, stdio: ['ignore', log, log, 'ipc'] };
  const child = fork(new URL(script, import.meta.url), options);
  closeSync(log);
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() =>
      Promise.reject(new Error(`${name} did not start: ${readFileSync(path, 'utf8').slice(-1_000)}`)),
    ),
  ]);
  return new Server(name, child, message.port);
}

/** Starts Lodge, and logs in once: the session that every request carries. */
export async function startLodge(databaseUrl, folder) {
  const lodge = await start('lodge', './lodge.mjs', environment(databaseUrl, folder), folder);
  return { lodge, cookie: await logIn(lodge.origin) };
}

/** An additional worker, for documents. */
export const startWorker = (databaseUrl, folder) =>
  start('worker', './worker.mjs', environment(databaseUrl, folder), folder);

/** The same with the limit in addition, which knows the same sessions. */
export async function startServers(databaseUrl, folder) {
  const limit = await start('limit', './limit/server.mjs', environment(databaseUrl, folder), folder);
  return { limit, ...(await startLodge(databaseUrl, folder)) };
}

/** Logs in and returns the cookie. */
export async function logIn(origin, who = OWNER) {
  const pool = new Pool(origin);
  const answer = await pool.request({
    method: 'POST',
    path: '/users/sessions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  const said = await answer.body.text();
  await pool.close();
  const found = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  if (!found) throw new Error(`The log-in was refused: ${answer.statusCode} ${said}`);
  return found;
}
