import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { environmentOf } from '../support/api-process.js';
import { chromiumFolders, chromiumPids } from '../support/chromium.js';
import { type Client, Lodge } from '../support/lodge.js';

// `npm run figures` takes a thousand.
const JOBS = Number(process.env.FIGURE_ROUNDS ?? 20);
const isLong = process.env.FIGURE_ROUNDS !== undefined;
jest.setTimeout(isLong ? 3_600_000 : 240_000);
const KILLS = Math.ceil(JOBS / 25);
const AT_ONCE = isLong ? 25 : 10;

describe(`a worker that prints ${JOBS} documents and loses its browser ${KILLS} times`, () => {
  let lodge: Lodge;
  let folder: string;
  let child: ChildProcess;
  let manager: Client;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-leaks-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href } });
    const site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const [lead_person, location] = [await lodge.make.student(site), await lodge.make.room(site)];
    const booking = await manager.post('/bookings', { site: site.id, lead_person, location });
    url = `/bookings/${booking.body._id}/document?site=${site.id}`;
    child = spawn(process.execPath, ['dist/apps/worker/main.js'], { env: environmentOf(lodge.instance.config, {}), stdio: 'ignore' }); // prettier-ignore
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const worker = () => child.pid as number;
  const order = async (count: number) => {
    for (let index = 0; index < count; index++)
      expect((await manager.get(url, { prefer: 'respond-async' })).status).toBe(200);
  };
  const open = async () => {
    const [row] = await lodge.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM jobs WHERE state IN ('waiting', 'active')`,
    );
    return row?.count ?? 0;
  };
  const print = async (count: number, kill: (done: number) => void = () => undefined) => {
    for (let done = 0; done < count; done += AT_ONCE) {
      await order(Math.min(AT_ONCE, count - done));
      kill(done + AT_ONCE);
      while ((await open()) > 0) await sleep(20);
    }
  };
  /** What the worker holds when it has nothing to do. */
  const holdings = async () => {
    const [row] = await lodge.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'lodge%'`,
    );
    return {
      browsers: chromiumPids({ worker: worker() }).length,
      processes: chromiumPids({ worker: worker(), all: true }).length,
      folders: chromiumFolders(worker()).length,
      handles: readdirSync(`/proc/${worker()}/fd`).length,
      connections: row?.count ?? 0,
      megabytes: Math.round(
        Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${worker()}/status`, 'utf8'))?.[1]) / 1024,
      ),
    };
  };

  test('holds as much afterwards as before, every document is there, and nothing is left when it has stopped', async () => {
    // Until its pools have opened what they will, and its memory has found its level.
    const warm = isLong ? 100 : 10;
    await print(warm);
    await sleep(1_500);
    const before = await holdings();
    let killed = 0;
    await print(JOBS, (done) => {
      if (done < ((killed + 1) * JOBS) / (KILLS + 1)) return;
      const [victim] = chromiumPids({ worker: worker() });
      if (victim) process.kill(victim, 'SIGKILL');
      killed++;
    });
    await print(AT_ONCE);
    // Browsers take a moment to end, and pools 10 s to close idle connections.
    let after = await holdings();
    const isBack = () =>
      after.browsers === 1 &&
      after.folders === 1 &&
      after.processes <= before.processes + 1 &&
      after.handles <= before.handles + 3 &&
      after.connections <= before.connections + 4;
    for (const end = performance.now() + 60_000; !isBack() && performance.now() < end; await sleep(200))
      after = await holdings();
    console.log(`before ${JSON.stringify(before)}, after ${JOBS} prints and ${killed} kills ${JSON.stringify(after)}`);
    expect(killed).toBeGreaterThanOrEqual(KILLS);
    expect(after).toMatchObject({ browsers: 1, folders: 1 });
    expect(after.processes).toBeLessThanOrEqual(before.processes + 1);
    expect(after.handles).toBeLessThanOrEqual(before.handles + 3);
    // Its pools open a few more under way, and keep them.
    expect(after.connections).toBeLessThanOrEqual(before.connections + 4);
    expect(after.megabytes).toBeLessThan(before.megabytes + 50);

    const states = await lodge.sql('SELECT state, count(*)::int AS count FROM jobs GROUP BY state');
    expect(states).toEqual([{ state: 'completed', count: warm + JOBS + AT_ONCE }]);
    const named = await lodge.sql<{ object_key: string }>('SELECT object_key FROM documents');
    const keys = new Set(named.map(({ object_key }) => object_key.replace('documents/', '')));
    const files = readdirSync(join(folder, 'documents'));
    expect([...keys].filter((key) => !files.includes(key))).toEqual([]);
    // An attempt that was taken over may have stored its print by then: the sweep removes that.
    const [again] = await lodge.sql<{ attempts: number }>('SELECT sum(attempt - 1)::int AS attempts FROM jobs');
    expect(files.filter((file) => !keys.has(file)).length).toBeLessThanOrEqual(again?.attempts ?? 0);
    expect(readdirSync(join(folder, '.drafts'))).toEqual([]);

    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    for (let tries = 0; tries < 600 && chromiumPids({ worker: worker(), all: true }).length; tries++) await sleep(100);
    expect([chromiumPids({ worker: worker(), all: true }), chromiumFolders(worker())]).toEqual([[], []]);
  });
});
