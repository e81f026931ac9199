import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { ageArchive } from '#apps/api/metrics/domain-counts.queries';
import { checkArchive } from '#apps/cli/doctor/archive';
import { findHome, type PostgresHome } from '#apps/local/postgres-home';
import { type PostgresServer, startPostgres } from '#apps/local/postgres-server';
import { keepArchive, listBases } from '#libs/core/backup/keep-archive';
import type { Sql } from '#libs/core/database/transaction';
import { until } from '../support/until.js';

jest.setTimeout(180_000);

describe('the archive of PostgreSQL', () => {
  let root: string;
  let archive: string;
  let home: PostgresHome;
  let server: PostgresServer;
  const moments: string[] = [];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'lodge-archive-'));
    await chmod(root, 0o755);
    archive = join(root, 'archive');
    // As the entrypoint in docker-compose.yml does: PostgreSQL and Lodge are different users, and both write here.
    await mkdir(join(archive, 'wal'), { recursive: true });
    for (const folder of [archive, join(archive, 'wal')]) await chmod(folder, 0o777);
    home = await findHome(join(root, 'postgres'));
    await start();
    await sql('CREATE TABLE kept (n int)');
  });
  afterAll(async () => {
    await server.stop();
    await rm(root, { recursive: true, force: true });
  });

  const directory = () => join(root, 'postgres');
  const start = async () => {
    // What docker-compose.yml sets with WAL_ARCHIVE=on, at this folder.
    const command = `ARCHIVE=${archive} sh ${resolve('deploy/postgres/archive-wal')} %p %f`;
    const settings = { archive_mode: 'on', archive_timeout: '60', archive_command: command, synchronous_commit: 'on' };
    server = await startPostgres({ directory: directory(), password: 'test', durable: false, settings });
  };
  const sql = async <Row>(text: string): Promise<Row[]> => {
    const client = new pg.Client(server.url('postgres'));
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  const count = async () => (await sql<{ n: number }>('SELECT count(*)::int AS n FROM kept'))[0]?.n;
  const plan = () => ({ folder: archive, everyHours: 24, days: 7 });
  const keep = (now = new Date()) => keepArchive(server.url('postgres'), plan(), () => now);
  const add = async (rows: number) => {
    await sql(`INSERT INTO kept SELECT generate_series(1, ${rows})`);
    const [row] = await sql<{ now: string }>('SELECT clock_timestamp()::text AS now');
    moments.push(row?.now ?? '');
    await sleep(50);
  };
  const recover = (moment: string) =>
    spawnSync('sh', [resolve('deploy/postgres/recover'), moment], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', ARCHIVE: archive, PGDATA: home.data },
    });
  const age = async () => (await ageArchive({ rows: sql } as unknown as Sql))[0]?.value ?? -1;
  const doctor = async () => {
    const client = new pg.Client(server.url('postgres'));
    await client.connect();
    const findings = await checkArchive(client, { WAL_ARCHIVE_FOLDER: archive, BACKUP_EVERY_HOURS: 24 });
    await client.end();
    return findings.map(({ state, what }) => `${state}: ${what}`);
  };

  test('has a copy of the data once it is due, made while rows are written, and doctor misses it before', async () => {
    expect(await doctor()).toEqual(['warning: No copy of the data of PostgreSQL is in the archive']);
    await add(100);
    await keep();
    await keep();
    expect(await listBases(archive)).toHaveLength(1);
    expect(await doctor()).toEqual(['ok: The newest copy of the data of PostgreSQL is 0 hours old.']);
    // The second after which a recovery may begin from it.
    await sleep(1_100);
  });

  test('brings back every moment after that copy by one command, and what was there before on request', async () => {
    await add(200);
    await add(400);
    await sql('DROP TABLE kept');
    await sql('SELECT pg_switch_wal()');
    await until(async () => (await sql<{ n: number }>('SELECT archived_count::int AS n FROM pg_stat_archiver'))[0]?.n !== 0, 20); // prettier-ignore
    await server.stop();
    for (const [moment, rows] of [
      [moments[1], 300],
      [moments[2], 700],
    ] as const) {
      expect(recover(moment ?? '')).toMatchObject({ status: 0, stderr: '' });
      await start();
      await until(async () => (await sql<{ is: boolean }>('SELECT pg_is_in_recovery() AS is'))[0]?.is === false, 60);
      expect(await count()).toBe(rows);
      await server.stop();
      // Each from the same state.
      expect(recover('back')).toMatchObject({ status: 0, stderr: '' });
    }
    await start();
    await expect(count()).rejects.toThrow('does not exist');
  });

  test('tells for how long something waits for it, which doctor and the alert report, and that nothing does', async () => {
    const write = () => sql('CREATE TABLE waits (); DROP TABLE waits').then(() => sql('SELECT pg_switch_wal()'));
    await write();
    await until(async () => (await age()) === 0, 20);
    await rename(join(archive, 'wal'), join(archive, 'away'));
    await write();
    await until(async () => (await age()) > 0, 20);
    expect(await doctor()).toContainEqual(expect.stringMatching(/^warning: PostgreSQL cannot archive [\dA-F]{24}$/));
    await rename(join(archive, 'away'), join(archive, 'wal'));
    // PostgreSQL tries again at the next file.
    await write();
    await until(async () => (await age()) === 0, 20);
    expect(await doctor()).toEqual(['ok: The newest copy of the data of PostgreSQL is 0 hours old.']);
  });

  test('refuses a moment without a zone, one before the first copy, and to work while PostgreSQL runs, in one sentence each', async () => {
    const refusals: string[] = [];
    refusals.push(recover(moments[1] ?? '').stderr);
    await server.stop();
    for (const moment of ['2026-11-24 12:45:53', '1999-01-01 00:00:00+00', 'yesterday evening Z']) refusals.push(recover(moment).stderr); // prettier-ignore
    expect(refusals).toEqual([
      expect.stringMatching(/^PostgreSQL runs, /),
      expect.stringContaining('has no time zone'),
      expect.stringContaining('no copy of the data from before'),
      expect.stringContaining('is no moment such as'),
    ]);
    await start();
  });

  test('keeps what a recovery within the plan needs, and nothing older; what has been archived is never replaced', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000);
    const first = await listBases(archive);
    const wal = async () =>
      (await readdir(join(archive, 'wal'))).filter((name) => /^[\dA-F]{24}\.gz$/.test(name)).sort();
    const before = await wal();
    await keep(day(2));
    await keep(day(4));
    expect(await listBases(archive)).toHaveLength(3);
    // The one from before the oldest moment is still where that recovery begins.
    await keep(day(9.5));
    expect((await listBases(archive))[0]).not.toBe(first[0]);
    expect(await listBases(archive)).toHaveLength(3);
    const after = await wal();
    expect(after.some((name) => before.includes(name) && name === before[0])).toBe(false);
    expect(after.length).toBeGreaterThan(0);
    const [kept = ''] = after;
    const other = join(root, 'other');
    await writeFile(other, 'something else');
    const again = spawnSync('sh', [resolve('deploy/postgres/archive-wal'), other, kept.replace('.gz', '')], { env: { PATH: process.env.PATH ?? '', ARCHIVE: archive } }); // prettier-ignore
    expect(again.status).not.toBe(0);
  });
});
