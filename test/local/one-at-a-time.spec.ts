import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

// Holds the processor while it works, as an installation and a build do.
const WORK = `const { appendFileSync } = await import('node:fs');
const { oneAtATime } = await import('./apps/local/one-at-a-time.mjs');
const [guard, log, how] = process.argv.slice(1);
await oneAtATime(guard, () => {
  appendFileSync(log, 'begin\\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, how === 'stay' ? Infinity : 150);
  appendFileSync(log, 'end\\n');
  if (how === 'end') process.exit(1);
}, () => appendFileSync(log + '.waited', '.'));`;

describe('what may be done by one process at a time', () => {
  let folder: string;
  let guard: string;
  let log: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-one-'));
    [guard, log] = [join(folder, 'a/guard'), join(folder, 'log')];
  });
  beforeEach(() => writeFile(log, ''));
  afterAll(() => rm(folder, { recursive: true }));

  const start = (...more: string[]) => {
    const args = ['--input-type=module', '-e', WORK, guard, log, ...more];
    return spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  };
  const work = async (...more: string[]) => (await once(start(...more), 'exit'))[0] as number;

  test('is done by six that come at once, one after the other', async () => {
    // Until all have come, this process is at it.
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    await mkdir(dirname(guard));
    const { port } = holder.address() as AddressInfo;
    await writeFile(guard, JSON.stringify({ port, token: 'busy' }));
    const six = Array.from({ length: 6 }, () => work());
    while ((await readFile(`${log}.waited`, 'utf8').catch(() => '')).length < 6) await sleep(20);
    await rm(guard);
    holder.close();
    expect(await Promise.all(six)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await readFile(log, 'utf8')).toBe('begin\nend\n'.repeat(6));
    expect(await readFile(`${log}.waited`, 'utf8')).toBe('......');
    expect(existsSync(guard)).toBe(false);
  });

  test('is done although one was killed at it, by several that come at once', async () => {
    const killed = start('stay');
    while (!(await readFile(log, 'utf8'))) await sleep(20);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(existsSync(guard)).toBe(true);
    await Promise.all([work(), work(), work()]);
    expect(await readFile(log, 'utf8')).toBe(`begin\n${'begin\nend\n'.repeat(3)}`);
  });

  test('is free again when the work ends its process', async () => {
    expect(await work('end')).toBe(1);
    expect(existsSync(guard)).toBe(false);
  });
});
