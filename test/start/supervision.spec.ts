import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Backoff } from '#apps/local/supervise';
import { rotateLog } from '#apps/local/rotate-log';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

jest.setTimeout(300_000);

describe('what npm start has started', () => {
  let home: string;
  let launcher: ChildProcess;
  let url: string;
  let output = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'lodge-start-'));
    await chmod(home, 0o755);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...process.env, LODGE_HOME: home, PORT: String(port), NODE_OPTIONS: '' };
    // Built already: what npm start does before that is install and build.
    launcher = spawn(process.execPath, ['dist/apps/local/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [launcher.stdout, launcher.stderr]) stream?.on('data', (piece) => (output += String(piece)));
    await says('Lodge is ready.', 200);
  });
  afterAll(async () => {
    launcher.kill('SIGTERM');
    await until(() => launcher.exitCode !== null || launcher.signalCode !== null, 60);
    await rm(home, { recursive: true, force: true });
  });

  const says = (text: string, seconds = 90) =>
    until(() => {
      if (launcher.exitCode !== null) throw new Error(`it has ended:\n${output}`);
      return output.includes(text);
    }, seconds).catch((error: Error) => {
      throw new Error(`${error.message}: "${text}" in\n${output}`);
    });
  const ready = () => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) }).then(({ status }) => status === 200, () => false); // prettier-ignore
  const postmaster = () =>
    Number(readFileSync(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const server = () => {
    const children = readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8').trim().split(' ');
    return Number(children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server.js')));
  };

  test('is PostgreSQL, which is started again after it was killed, with all that was in it; it is said', async () => {
    const before = postmaster();
    expect(await ready()).toBe(true);
    process.kill(before, 'SIGKILL');
    await says('PostgreSQL has ended. Starting it again in 1 s');
    await says('PostgreSQL runs again.');
    await until(ready, 60);
    expect(postmaster()).not.toBe(before);
    const log = await fetch(`${url}/users/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'owner@example.org', password: 'wrong' }) }); // prettier-ignore
    expect([400, 401]).toContain(log.status);
  });

  test('is the process of the api and the worker, which is started again after it was killed; it is said', async () => {
    const before = server();
    process.kill(before, 'SIGKILL');
    await says('Lodge stopped unexpectedly');
    await says('Lodge is ready again.');
    await until(ready, 60);
    expect(server()).not.toBe(before);
  });

  test('ends as a whole when it is told to, also in the middle of a pause before a restart', async () => {
    const [lodge, postgres] = [server(), postmaster()];
    process.kill(lodge, 'SIGKILL');
    await until(() => output.split('Starting it again in').length > 3, 60);
    const gone = once(launcher, 'exit');
    launcher.kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
    // An ended process whose exit code was not read is still listed.
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${lodge},${postgres}`], { encoding: 'utf8' });
    expect(stdout.split('\n').filter((state) => state && !state.startsWith('Z'))).toEqual([]);
  });
});

test('what ends again and again is started again after longer and longer, a minute at most', () => {
  const backoff = new Backoff();
  expect(Array.from({ length: 9 }, () => backoff.next() / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('a log that has become too large is put aside, five times at most, and who appends to it goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lodge-log-'));
  const file = join(folder, 'lodge.log');
  for (let round = 1; round <= 7; round++) {
    writeFileSync(file, `round ${round}\n`, { flag: 'a' });
    await rotateLog(file, 5);
    await rotateLog(file, 5);
  }
  expect(readdirSync(folder).sort()).toEqual(['lodge.log', ...[1, 2, 3, 4, 5].map((number) => `lodge.log.${number}`)]);
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('round 7\n');
  expect(readFileSync(`${file}.5`, 'utf8')).toBe('round 3\n');
  expect(readFileSync(file, 'utf8')).toBe('');
  await rm(folder, { recursive: true });
});
