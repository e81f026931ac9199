import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { Launcher } from '../support/launcher.js';

// Each starts everything several times.
jest.setTimeout(240_000);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie whose exit code was not collected yet is dead.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const postgresPid = (home: string): number =>
  Number(readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

describe('npm start', () => {
  let folder: string;
  let home: string;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-start-'));
    await chmod(folder, 0o755);
    home = join(folder, 'data');
    port = await freePort();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const logIn = () =>
    fetch(`http://127.0.0.1:${port}/users/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@lodge.example', password: 'porter-lodge-demo-1' }),
    });

  test('starts everything, says where it is, and Ctrl-C leaves no process behind', async () => {
    const lodge = await Launcher.start(home, port).ready();
    expect(lodge.output).toContain(`http://localhost:${port}/docs`);
    expect(lodge.output).toContain('reception@lodge.example');
    expect(lodge.output).toContain(join(home, 'mail'));
    expect(lodge.output).toMatch(/█{24} 100 % {2}Ready/);
    const pages = lodge.output.match(/http:\/\/localhost:\d+\S*/g) ?? [];
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect([page, (await fetch(page.replace('localhost', '127.0.0.1'))).status]).toEqual([page, 200]); // prettier-ignore
    expect((await logIn()).status).toBe(200);
    expect(readFileSync(join(home, 'lodge.log'), 'utf8')).not.toContain('already registered');
    const postgres = postgresPid(home);
    expect(isAlive(postgres)).toBe(true);
    expect(await lodge.ctrlC()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    await expect(logIn()).rejects.toThrow();
    expect(existsSync(join(home, 'lock.json'))).toBe(false);
  });

  test('finds its data and secrets again, and refuses a second start at the same time with one sentence', async () => {
    const secrets = readFileSync(join(home, 'secrets.json'), 'utf8');
    const lodge = await Launcher.start(home, port).ready();
    expect(lodge.output).not.toContain('Demo data');
    const second = Launcher.start(home, await freePort());
    expect(await second.gone()).toBe(1);
    expect(second.output.trim().split('\n')).toEqual([
      expect.stringMatching(/^Lodge is running on this folder already/),
    ]);
    const elsewhere = Launcher.start(join(folder, 'other'), port);
    expect(await elsewhere.gone()).toBe(1);
    expect(elsewhere.output.trim().split('\n')).toEqual([
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    ]);
    expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe(secrets);
    await lodge.ctrlC();
  });

  test('a kill -9 blocks nothing: the api ends by itself, the next start takes over and leaves one PostgreSQL', async () => {
    const killed = await Launcher.start(home, port).ready();
    const first = postgresPid(home);
    killed.process.kill('SIGKILL');
    await killed.gone();
    const lodge = await Launcher.start(home, port).ready();
    expect((await logIn()).status).toBe(200);
    expect(isAlive(first)).toBe(false);
    expect(isAlive(postgresPid(home))).toBe(true);
    await lodge.ctrlC();
  });

  test('a stop in the middle of the start leaves no PostgreSQL, and says nothing but that it stops', async () => {
    await (await Launcher.start(home, port).ready()).ctrlC();
    // With data made, PostgreSQL needs about a tenth of a second: these moments lie before, in and after it.
    for (const moment of [0, 30, 60, 90, 130]) {
      const lodge = Launcher.start(home, port);
      while (!lodge.output.includes('Starting PostgreSQL')) await sleep(5);
      await sleep(moment);
      lodge.process.kill('SIGTERM');
      expect(await lodge.gone()).toBe(0);
      await sleep(300);
      expect(existsSync(join(home, 'postgres/data/postmaster.pid'))).toBe(false);
      // A moment may come late, and find it further.
      expect(lodge.output).toMatch(/Starting PostgreSQL[^]*\nStopping \.\.\.\s*$/);
    }
  });

  test('of two starts at once after a kill -9, one runs and the other is refused', async () => {
    const killed = await Launcher.start(home, port).ready();
    killed.process.kill('SIGKILL');
    await killed.gone();
    const both = [Launcher.start(home, port), Launcher.start(home, await freePort())];
    await Promise.allSettled(both.map((lodge) => lodge.ready()));
    const [refused, ...others] = both.filter((lodge) => lodge.process.exitCode !== null);
    expect(others).toEqual([]);
    expect(refused?.output).toMatch(/^Lodge is running on this folder already/);
    for (const lodge of both) if (lodge !== refused) await lodge.ctrlC();
  });

  test('a folder that cannot be written is one sentence', async () => {
    const lodge = Launcher.start('/dev/null/lodge', port);
    expect(await lodge.gone()).toBe(1);
    expect(lodge.output.trim()).toMatch(
      /^The folder \/dev\/null\/lodge cannot be written \(ENOTDIR\)\. Set LODGE_HOME/,
    );
  });
});
