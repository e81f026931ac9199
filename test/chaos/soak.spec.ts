import { existsSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChaosClient } from './client.js';
import { Estate } from './estate.js';
import { writersOn } from './ground.js';
import { IMPORT_ROWS, type Writers } from './writers.js';

// `npm run soak` takes an hour. A quarter of a minute does not show leaks; it only checks the command.
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0.25);
const isLong = MINUTES >= 15;
const WARM_UP_MINUTES = Math.min(10, MINUTES / 3);
const MOST_MB_PER_MINUTE = 0.2;
const SAMPLE_MS = isLong ? 5_000 : 1_000;

jest.setTimeout((MINUTES + 8) * 60_000);

interface Sample {
  minute: number;
  megabytes: number;
  handles: number;
}

/** How a line through the samples rises, per minute (least squares). */
function slopeOf(samples: Sample[], value: (sample: Sample) => number): number {
  const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(value))];
  const across = samples.reduce((sum, sample) => sum + (sample.minute - x) * (value(sample) - y), 0);
  return across / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

function look(pid: number, minute: number): Sample {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const folder = `/proc/${pid}/fd`;
  return { minute, megabytes: Number(stdout) / 1_024, handles: existsSync(folder) ? readdirSync(folder).length : 0 };
}

describe(`two apis and two workers under writers of every kind for ${MINUTES} minutes`, () => {
  let estate: Estate;
  let client: ChaosClient;
  let writers: Writers;
  beforeAll(async () => {
    estate = await Estate.open();
    // Imports keep an index of the people of their site in memory: among ever more people it would grow.
    ({ client, writers } = await writersOn(estate, 1, { isBeside: true }));
  });
  afterAll(async () => {
    await writers.abandon();
    await estate.close();
  });

  test('memory, handles and connections stay as they are, and everything acknowledged is there', async () => {
    const processes = new Map([
      ...estate.apis.map(({ name, runs }) => [name, runs.child.pid as number] as const),
      ...estate.workers.map(({ name, runs }) => [name, runs.process.pid as number] as const),
    ]);
    const samples = new Map([...processes.keys()].map((name) => [name, [] as Sample[]]));
    const connections: number[] = [];
    writers.start();
    const began = performance.now();
    let isRenewed = false;
    for (let minute = 0; minute < MINUTES; minute = (performance.now() - began) / 60_000) {
      for (const [name, pid] of processes) if (minute >= WARM_UP_MINUTES) samples.get(name)?.push(look(pid, minute));
      const [row] = await estate.sql<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'lodge%'`); // prettier-ignore
      connections.push(row?.n ?? 0);
      estate.requireAlive();
      if (!isRenewed && minute > MINUTES / 2) {
        await client.logIn();
        isRenewed = true;
      }
      await sleep(SAMPLE_MS);
    }
    await writers.stop();
    await writers.ledger.settle(estate);
    const growth = [...samples].map(([name, list]) => ({
      name,
      megabytes: slopeOf(list, (sample) => sample.megabytes),
      handles: slopeOf(list, (sample) => sample.handles),
      last: list.at(-1),
    }));
    console.info(`${writers.ledger.size} acknowledged, at most ${Math.max(...connections)} connections, per minute: ${JSON.stringify(growth)}`); // prettier-ignore
    expect(await writers.ledger.differences(estate, estate.sink, IMPORT_ROWS)).toEqual([]);
    const { '503 dependency_unavailable': refused = 0, ...counts } = client.counts;
    expect([client.violations, Object.keys(counts).filter((each) => !/^(200|409 )/.test(each))]).toEqual([[], []]);
    // Nothing was wrong with anything Lodge needs, but a machine may stand still for the 3 s after which a request waits no longer.
    expect(refused).toBeLessThanOrEqual(writers.ledger.size / 100);
    // Two apis and two workers, with all their pools and threads.
    expect(Math.max(...connections)).toBeLessThanOrEqual(2 * 35 + 2 * 15);
    expect(growth.every(({ last }) => (last?.megabytes ?? 0) > 50)).toBe(true);
    if (isLong) expect(growth.filter(({ megabytes, handles }) => megabytes > MOST_MB_PER_MINUTE || handles > 0.2)).toEqual([]); // prettier-ignore
  });
});
