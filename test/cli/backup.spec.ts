import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { backUp } from '#libs/core/backup/backup';
import { MIGRATIONS } from '#libs/core/database/data-source';
import { migrate } from '#libs/core/database/migrate';
import { EXAMPLE } from '#libs/core/http/examples';
import { findFaults } from '../support/checker.js';
import { createDatabase } from '../support/database.js';
import { Lodge } from '../support/lodge.js';

// Not synchronous: the api under test runs in this process, and has to notice that its connections end.
async function spawnLodge(url: string, args: string[]) {
  const env = {
    PATH: process.env.PATH ?? '',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: url,
    JWT_SECRET: 'a secret that is long enough for the tests',
    MAIL_URL: 'file:///tmp/lodge-test-mail',
  };
  const child = spawn(process.execPath, ['dist/apps/cli/main.js', ...args], { env });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: status as number, out: out.trim(), err: err.trim() };
}

describe('a drill: back up, lose data, restore, switch, go back', () => {
  let lodge: Lodge;
  let folder: string;
  let backup: string;
  const beside = new Set<string>();
  beforeAll(async () => {
    lodge = await Lodge.start();
    await loadDemoData(lodge.instance.app, () => undefined);
    folder = await mkdtemp(join(tmpdir(), 'lodge-backup-'));
  });
  afterAll(async () => {
    await lodge.stop();
    const server = new pg.Client(process.env.TEST_POSTGRES_URL);
    await server.connect();
    for (const name of beside) await server.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    await server.end();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) => spawnLodge(lodge.databaseUrl, args);
  const database = () => new URL(lodge.databaseUrl).pathname.slice(1);
  const restored = (text: string) => {
    const name = /t_\w+_restored_\d{14}/.exec(text)?.[0] ?? 'none';
    beside.add(name);
    return name;
  };
  const databases = async () =>
    (
      await lodge.sql<{ datname: string }>(`SELECT datname FROM pg_database WHERE datname LIKE $1 ORDER BY 1`, [
        `${database()}%`,
      ])
    ).map(({ datname }) => datname);
  const counts = async () =>
    (
      await lodge.sql(
        'SELECT (SELECT count(*) FROM bookings) AS bookings, (SELECT count(*) FROM booking_transactions) AS moves, (SELECT count(*) FROM students) AS students',
      )
    )[0];

  test('a backup made while bookings are written is of one moment', async () => {
    const site = await lodge.make.site();
    const person = await lodge.make.student(site);
    const room = await lodge.make.room(site);
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const night = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
    let written = 0;
    let writing = true;
    const writer = (async () => {
      for (; writing; written++) {
        const stay = { contract_start: night(written), contract_end: night(written + 1) };
        await client.post('/bookings', { site: site.id, lead_person: person, location: room, ...stay });
      }
    })();
    const during = await backUp(lodge.databaseUrl, folder, new Date('2026-11-21T11:00:00Z'), '1.0.0');
    writing = false;
    await writer;
    expect(written).toBeGreaterThan(0);
    const out = await run('restore', during[0], '--switch');
    expect(out).toMatchObject({ status: 0, err: '' });
    for (const name of await databases()) if (name !== database()) beside.add(name);
    expect(await findFaults(lodge)).toEqual([]);
    expect((await counts())?.bookings).toBe(String(during[1].tables.find(({ name }) => name === 'bookings')?.rows));
  });

  test('a backup is a folder that only its owner can read, with the rows and checksum of every table', async () => {
    const made = await run('backup', '--to', folder);
    expect(made).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringMatching(/^Wrote \S+lodge-\d{14}: \d+ rows in \d+ tables, as of /),
    });
    backup = /Wrote (\S+):/.exec(made.out)?.[1] ?? '';
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(readdirSync(backup).every((file) => (statSync(join(backup, file)).mode & 0o777) === 0o600)).toBe(true);
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const sites = manifest.tables.find(({ name }: { name: string }) => name === 'sites');
    expect(sites).toMatchObject({ rows: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(sites.rows).toBeGreaterThan(1);
    expect(await run('verify-backup', backup)).toMatchObject({ status: 0, out: expect.stringContaining('is whole') });
  });

  test('what was lost comes back, to an api that goes on running; what was live is kept', async () => {
    const before = await counts();
    const client = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const list = `/bookings?site=${EXAMPLE.site}&limit=200`;
    const wanted = (await client.get(list)).body;
    await lodge.sql('TRUNCATE booking_flags, booking_people CASCADE');
    await lodge.sql('DELETE FROM occupancies');
    await lodge.sql('ALTER TABLE booking_transactions DISABLE TRIGGER USER');
    await lodge.sql('DELETE FROM booking_transactions');
    await lodge.sql('DELETE FROM bookings');
    expect((await client.get(list)).body.total).toBe(0);

    const restore = await run('restore', backup);
    expect(restore).toMatchObject({ status: 0, err: '', out: expect.stringContaining('compared every row') });
    const name = restored(restore.out);
    expect((await client.get(list)).body.total).toBe(0);

    const switched = await run('switch', name);
    expect(switched).toMatchObject({ status: 0, err: '' });
    const kept = /kept as (\S+)\./.exec(switched.out)?.[1] ?? '';
    beside.add(kept);
    expect(await databases()).toEqual(expect.arrayContaining([database(), kept]));
    expect(await databases()).not.toContain(name);
    expect(await counts()).toEqual(before);
    expect(await findFaults(lodge)).toEqual([]);
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    expect((await owner.get(list)).body).toEqual(wanted);

    const back = await run('switch', kept);
    expect(back).toMatchObject({ status: 0, err: '' });
    beside.add(/kept as (\S+)\./.exec(back.out)?.[1] ?? '');
    expect((await counts())?.bookings).toBe('0');
  });

  test('the restored schema is the same: constraints, triggers, and sequences that go on where they were', async () => {
    const restore = await run('restore', backup);
    const name = restored(restore.out);
    const url = new URL(lodge.databaseUrl);
    url.pathname = `/${name}`;
    const client = new pg.Client(url.toString());
    await client.connect();
    const definitions = `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace ORDER BY 1`;
    const all = async (query: (text: string) => Promise<{ text: string }[]>) => query(definitions);
    const ours = await all(async (text) => (await client.query(text)).rows);
    expect(ours).toEqual(await all((text) => lodge.sql<{ text: string }>(text)));
    await expect(client.query('DELETE FROM booking_transactions')).rejects.toThrow('append-only');
    const next = `SELECT last_value FROM booking_reference_numbers`;
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    expect((await client.query(next)).rows[0]?.last_value).toBe(manifest.sequences[0].last_value);
    await client.end();
  });

  test('a damaged backup is refused by the name of its table, and leaves no database behind', async () => {
    const before = await databases();
    const file = join(backup, 'students.copy.gz');
    const good = readFileSync(file);
    writeFileSync(file, gzipSync(gunzipSync(good).toString().replace(/[a-z]/, 'ß')));
    expect(await run('restore', backup)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^students: the file has /),
    });
    writeFileSync(file, good.subarray(0, good.length / 2));
    expect(await run('verify-backup', backup)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^students: the file/),
    });
    writeFileSync(file, good);
    expect(await databases()).toEqual(before);
  });

  test('a reference that leads nowhere is found while it is loaded, and leaves no database behind', async () => {
    const before = await databases();
    await lodge.sql('ALTER TABLE memberships DROP CONSTRAINT memberships_site_1');
    await lodge.sql(
      `INSERT INTO memberships (site_id, user_id, role) SELECT gen_random_uuid(), id, 'viewer' FROM users LIMIT 1`,
    );
    const [bad] = await backUp(lodge.databaseUrl, folder, new Date('2026-11-21T13:00:00Z'), '1.0.0');
    expect(await run('restore', bad)).toMatchObject({ status: 1, err: expect.stringContaining('memberships_site_1') });
    expect(await databases()).toEqual(before);
  });

  test('a backup of a newer version, and a folder that is none, are refused in a sentence', async () => {
    expect(await run('restore', folder)).toMatchObject({ status: 1, err: expect.stringContaining('is not a backup') });
    const path = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, 'Tomorrow1'] }));
    expect(await run('restore', backup)).toMatchObject({ status: 1, err: expect.stringContaining('newer version') });
  });
});

test('a backup from before a migration is brought up to this version', async () => {
  const old = await createDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), 'lodge-backup-'));
  await migrate(old.url, [MIGRATIONS[0]?.name ?? '']);
  await backUp(old.url, folder, new Date('2026-11-21T12:00:00Z'), '0.9.0');
  expect(await spawnLodge(old.url, ['restore', join(folder, 'lodge-20261121120000'), '--switch'])).toMatchObject({
    status: 0,
  });
  expect(await migrate(old.url)).toEqual([]);
  const server = new pg.Client(process.env.TEST_POSTGRES_URL);
  await server.connect();
  const { rows } = await server.query('SELECT datname FROM pg_database WHERE datname LIKE $1', [
    `${new URL(old.url).pathname.slice(1)}_before_%`,
  ]);
  expect(rows).toHaveLength(1);
  await server.query(`DROP DATABASE "${rows[0].datname}"`);
  await server.end();
  await old.drop();
  await rm(folder, { recursive: true });
});
