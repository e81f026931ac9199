// Starts the image that build.mjs made as the compose file does: a root that cannot be written, a /tmp of its own, user
// 10001 without a capability. Makes the schema and the demo, prints a PDF, stops, and says what it saw.
// node test/image/run.mjs <folder> <url of an empty PostgreSQL database>; as root.
import { Buffer } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/* global AbortController, AbortSignal */

const [folder, DATABASE_URL] = process.argv.slice(2);
const home = resolve(folder ?? '');
const image = JSON.parse(readFileSync(join(home, 'image.json'), 'utf8'));
const root = join(home, 'image');
const files = join(home, 'files');
const [user, group] = image.user.split(':');
const PORT = '3950';
const settings = {
  ...image.environment,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LODGE_MODE: 'local',
  COOKIE_SECURE: 'false',
  PUBLIC_URL: `http://localhost:${PORT}`,
  HOST: '127.0.0.1',
  PORT,
  DATABASE_URL,
  JWT_SECRET: 'only for this rehearsal, nothing is kept of it',
  MAIL_URL: 'file:///tmp/mail',
  STORAGE_URL: 'file:///mnt',
  SHUTDOWN_DELAY_SECONDS: '0',
};
// The root is bound to itself to be made read-only; what an engine mounts is mounted.
const MOUNTS = `set -e; mount --make-rprivate /; mount --bind "$ROOT" "$ROOT"
  mount -t proc proc "$ROOT/proc"; mount -t tmpfs tmpfs "$ROOT/tmp" -o mode=1777
  mount -t tmpfs tmpfs "$ROOT/dev"; for each in null zero random urandom; do touch "$ROOT/dev/$each"; mount --bind "/dev/$each" "$ROOT/dev/$each"; done
  mkdir "$ROOT/dev/shm"; mount -t tmpfs tmpfs "$ROOT/dev/shm" -o mode=1777; mount --bind "$FILES" "$ROOT/mnt"
  mount -o remount,bind,ro "$ROOT"; cd /`;
const UNPRIVILEGED = ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']; // prettier-ignore

function argumentsFor(command) {
  const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const inside = ['chroot', root, 'env', '-i', '-C', image.folder, ...environment, ...UNPRIVILEGED, ...image.entrypoint, ...command]; // prettier-ignore
  return ['-m', '-p', '-f', '--kill-child', 'sh', '-c', `${MOUNTS}; exec "$@"`, 'sh', ...inside];
}
const COMMAND_SECONDS = 180;
const options = { env: { PATH: process.env.PATH, ROOT: root, FILES: files }, encoding: 'utf8' };
function run(...command) {
  process.stdout.write(`${command.slice(0, 4).join(' ').slice(0, 70)} (at most ${COMMAND_SECONDS} s) ... `);
  const began = Date.now();
  const limits = { timeout: COMMAND_SECONDS * 1_000, killSignal: 'SIGKILL' };
  const { status, signal, stdout, stderr } = spawnSync('unshare', argumentsFor(command), { ...options, ...limits });
  console.log(`${Date.now() - began} ms`);
  if (status !== 0) throw new Error(`${command.join(' ')}: ${signal ?? status}\n${stdout}${stderr}`);
  return stdout.trim();
}
function start(...command) {
  const child = spawn('unshare', argumentsFor(command), options);
  const started = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (started.output += piece));
  return started;
}
const lodge = (...words) => run('node', 'dist/apps/cli/main.js', ...words);
/** The processes of the image that run now, with what they may do. */
const processes = () =>
  readdirSync('/proc')
    .filter(Number)
    .flatMap((id) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        const word = (name) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
        return word('Uid') === user ? [{ id: Number(id), name: word('Name'), capabilities: word('CapEff'), noNewPrivileges: word('NoNewPrivs') }] : []; // prettier-ignore
      } catch {
        return [];
      }
    });
/** Waits for something for so many seconds, and says what it waits for and how long that took. @throws Error with what it waited for */
async function wait(seconds, what, work) {
  process.stdout.write(`${what} (at most ${seconds} s) ... `);
  const began = Date.now();
  const limit = new AbortController();
  const late = sleep(seconds * 1_000, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${what}: nothing after ${seconds} s`);
  });
  try {
    const result = await Promise.race([work(AbortSignal.timeout(seconds * 1_000)), late]);
    console.log(`${Date.now() - began} ms`);
    return result;
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}
const say = (what, value) => console.log(`${what}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);

mkdirSync(files, { recursive: true });
spawnSync('chown', [image.user, files]);
say('node', run('node', '--version'));
say('chromium', run('chromium', '--version'));
say('writes', run('sh', '-c', 'for to in / /lodge /etc /usr/bin /tmp; do if touch $to/a 2>/dev/null; then echo "$to yes"; else echo "$to no"; fi; done').replaceAll('\n', ', ')); // prettier-ignore
say(
  'build tools that are left',
  run('sh', '-c', 'ls node_modules | grep -cE "^(typescript|jest|eslint)$" || true; command -v npm || true'),
);
lodge('migrate');
say('demo', lodge('load-demo-data').split('\n')[0]);
const api = start(...image.cmd);
const worker = start('node', 'dist/apps/worker/main.js');
let cookie = '';
async function call(method, path, body, signal = AbortSignal.timeout(10_000)) {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
    signal,
  });
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
  if (cookies.length > 0) cookie = cookies.join('; ');
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer;
}
try {
  await wait(60, 'the api is ready', async (signal) => {
    while (!signal.aborted && !(await call('GET', '/health/ready', undefined, signal).catch(() => undefined))) {
      if (api.child.exitCode !== null) throw new Error(`the api ended with ${api.child.exitCode}`);
      await sleep(100);
    }
  });
  const owner = { email: 'owner@lodge.example', password: 'porter-lodge-demo-1' };
  await wait(15, 'log-in', (signal) => call('POST', '/users/sessions', owner, signal));
  const [site] = await wait(15, 'the sites', async (signal) => (await call('GET', '/sites', undefined, signal)).json());
  const list = `/students/${site._id}/export`;
  const pdf = await wait(90, 'the list as PDF', async (signal) => Buffer.from(await (await call('GET', list, undefined, signal)).arrayBuffer())); // prettier-ignore
  writeFileSync(join(home, 'students.pdf'), pdf);
  say('pdf', `${pdf.length} bytes, begins with ${pdf.subarray(0, 5)}`);
  const running = processes();
  const names = [...new Set(running.map(({ name }) => name))];
  say('processes', names.map((each) => `${running.filter(({ name }) => name === each).length} ${each}`).join(', '));
  say('capabilities', [...new Set(running.map(({ capabilities, noNewPrivileges }) => `${capabilities}, no new privileges ${noNewPrivileges}`))]); // prettier-ignore
  const began = Date.now();
  const first = running.filter(({ name }) => name === 'tini');
  if (first.length !== 2) throw new Error(`expected a tini for the api and one for the worker, found ${first.length}`);
  for (const { id } of first) process.kill(id, 'SIGTERM');
  const ended = ({ child }) => child.exitCode ?? new Promise((done) => child.once('exit', done));
  const codes = await wait(60, 'the end of both', () => Promise.all([api, worker].map(ended)));
  say('after SIGTERM', `exit codes ${codes}, ${processes().length} processes left, ${Date.now() - began} ms`);
} catch (error) {
  console.error(error, api.output.slice(-3_000), worker.output.slice(-3_000));
  process.exitCode = 1;
} finally {
  // The change of the user has taken the death signal of the parent away: what is left is ended by its own first process.
  for (const { id } of processes().filter(({ name }) => name === 'tini')) process.kill(id, 'SIGKILL');
  for (const { child } of [api, worker]) if (child.exitCode === null) child.kill('SIGKILL');
}
