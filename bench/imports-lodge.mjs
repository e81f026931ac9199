// Lodge with a worker, to measure imports: its requests, its memory, and how long others wait meanwhile.
import { Buffer } from 'node:buffer';
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { OWNER, SITE } from './data.mjs';
import { FLAGS } from './servers.mjs';

const EVERY_MS = 50;

export const timed = async (work) => {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
};

/** The most memory that a process had, in KiB. */
export const peakOf = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Starts an API and a worker on a database, and signs in. */
export async function open(url, folder) {
  const env = {
    PATH: process.env.PATH,
    LODGE_MODE: 'local',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    COOKIE_SECURE: 'false',
    MAIL_URL: `file://${folder}`,
    STORAGE_URL: `file://${folder}`,
    RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
    IMPORT_WAIT_SECONDS: '60',
    // A caller who has to wait is measured, not refused.
    OVERLOAD_DELAY_MS: '0',
  };
  const profiled = (name) => (process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${join(process.env.BENCH_PROFILE, name)}`] : []); // prettier-ignore
  const log = openSync(join(folder, 'log'), 'a');
  const api = fork(new URL('./lodge.mjs', import.meta.url), { env, stdio: ['ignore', log, log, 'ipc'], execArgv: [...FLAGS, ...profiled('api')] }); // prettier-ignore
  const stdio = ['ignore', log, log];
  const worker = spawn(process.execPath, [...profiled('worker'), 'dist/apps/worker/main.js'], { env, stdio });
  const ends = [api, worker].map((child) => once(child, 'exit'));
  const broken = Promise.race(ends).then(() => Promise.reject(new Error(`ended early: ${readFileSync(join(folder, 'log'), 'utf8').slice(-1_000)}`))); // prettier-ignore
  broken.catch(() => undefined);
  const [{ port }] = await Promise.race([once(api, 'message'), broken]);
  const origin = `http://127.0.0.1:${port}`;
  const send = async (method, path, body, cookie = '', type = 'application/json') => {
    const payload = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
    const headers = { cookie, ...(payload && { 'content-type': type }) };
    const answer = await Promise.race([request(origin + path, { method, headers, body: payload, headersTimeout: 0, bodyTimeout: 0 }), broken]); // prettier-ignore
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
    return { headers: answer.headers, text };
  };
  const { headers } = await send('POST', '/users/sessions', OWNER);
  const cookie = [headers['set-cookie']].flat().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
  const stop = async () => {
    if (api.connected) api.send('stop');
    worker.kill('SIGTERM');
    await Promise.all(ends);
  };
  return { api, worker, stop, call: (method, path, body, type) => send(method, path, body, cookie, type) };
}

/** How long a page of bookings takes, asked for again and again while something else runs; for ever, when it is refused. */
export async function watched(call, work) {
  const latencies = [];
  let over = false;
  const asking = (async () => {
    const pending = [];
    while (!over) {
      pending.push(timed(() => call('GET', `/bookings?site=${SITE}&skip=${pending.length % 50}`)).then(({ ms }) => latencies.push(ms), () => latencies.push(Infinity))); // prettier-ignore
      await sleep(EVERY_MS);
    }
    return Promise.all(pending);
  })();
  const [result] = await Promise.all([timed(work).finally(() => (over = true)), asking]);
  return { ...result, latencies };
}
