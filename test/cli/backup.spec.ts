import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { NAMED_OBJECTS } from '#apps/backup-source';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { backUp } from '#libs/core/backup/backup';
import { checksums } from '#libs/core/backup/seal';
import { switchTo } from '#libs/core/backup/switch';
import { verifyBackup } from '#libs/core/backup/verify';
import { MIGRATIONS } from '#libs/core/database/data-source';
import { migrate } from '#libs/core/database/migrate';
import { Database } from '#libs/core/database/database';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';
import { FolderStore } from '#libs/core/storage/folder-store';
import { OBJECT_STORE, type ObjectStore, readAll } from '#libs/core/storage/object-store';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { Clock } from '#libs/core/time/clock';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';
import { findViolations } from '../support/checker.js';
import { createDatabase } from '../support/database.js';
import { type Answer, Lodge } from '../support/lodge.js';

// Whole databases are written and read by processes of their own.
jest.setTimeout(180_000);

// Not synchronous: the api under test runs in this process, and has to notice that its connections end.
async function spawnLodge(url: string, args: string[], storage = 'file:///tmp/lodge-test-files') {
  const env = {
    PATH: process.env.PATH ?? '',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: url,
    JWT_SECRET: 'a secret that is long enough for the tests',
    MAIL_URL: 'file:///tmp/lodge-test-mail',
    STORAGE_URL: storage,
  };
  const child = spawn(process.execPath, ['dist/apps/cli/main.js', ...args], { env });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: status as number, out: out.trim(), err: err.trim() };
}

const S3 = process.env.TEST_S3_URL;
if (!S3) console.warn('TEST_S3_URL is not set: a backup of objects in a bucket is NOT tested in this run.');

const DRIVERS = S3 ? ['folder', 's3'] : ['folder'];

describe.each(DRIVERS)('a drill on %s: back up, lose data, restore, switch, go back', (driver) => {
  let lodge: Lodge;
  let store: ObjectStore;
  let storage: string;
  let folder: string;
  let backup: string;
  const beside = new Set<string>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-backup-'));
    storage = driver === 's3' ? `${S3}` : pathToFileURL(join(folder, 'store')).href;
    lodge = await Lodge.start({ settings: { STORAGE_URL: storage } });
    store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    await loadDemoData(lodge.instance.app, () => undefined);
  });
  afterAll(async () => {
    await lodge.stop();
    const server = new pg.Client(process.env.TEST_POSTGRES_URL);
    await server.connect();
    for (const name of beside) await server.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    await server.end();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) => spawnLodge(lodge.databaseUrl, args, storage);
  const source = () => ({ url: lodge.databaseUrl, store, named: NAMED_OBJECTS });
  const keyOf = (id: string) => `pictures/${id}.webp`;
  const content = async (id: string) => (await readAll(store, keyOf(id), 1_000_000))?.toString();
  /** Gives a user a picture as the api does: the file, then the row, then the file before goes. */
  const show = async (user: string, text: string): Promise<string> => {
    const id = newId();
    await store.put(keyOf(id), Buffer.from(text));
    const { before } = await lodge.instance.app.get(Database).transaction(async (tx) => ({
      before: await tx.rows<{ id: string }>('DELETE FROM pictures WHERE user_id = $1 RETURNING id', [user]),
      now: await tx.rows('INSERT INTO pictures (id, user_id) VALUES ($1, $2)', [id, user]),
    }));
    for (const row of before) await store.remove(keyOf(row.id));
    return id;
  };
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
    const users = await Promise.all(Array.from({ length: 5 }, () => lodge.make.user({ owner: true })));
    for (const { id } of users) await show(id, 'first');
    const painter = (async () => {
      for (let index = 0; writing; index++) await show(users[index % 5]?.id ?? '', `picture ${index}`);
    })();
    const during = await backUp(source(), folder, new Date('2026-11-21T11:00:00Z'), '1.0.0');
    writing = false;
    await Promise.all([writer, painter]);
    expect(written).toBeGreaterThan(0);
    expect(during[1].files?.lost).toEqual([]);
    const out = await run('restore', during[0], '--switch');
    expect(out).toMatchObject({ status: 0, err: '' });
    for (const name of await databases()) if (name !== database()) beside.add(name);
    expect(await findViolations(lodge)).toEqual([]);
    const shown = await lodge.sql<{ id: string }>('SELECT id FROM pictures');
    expect(shown.length).toBeGreaterThanOrEqual(5);
    for (const { id } of shown) expect(await content(id)).toMatch(/^(first|picture \d+)$/);
    expect((await counts())?.bookings).toBe(String(during[1].tables.find(({ name }) => name === 'bookings')?.rows));
  });

  test('a backup is a folder that only its owner can read, with the rows and checksum of every table', async () => {
    const made = await run('backup', '--to', folder);
    expect(made).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringMatching(/^Wrote \S+lodge-\d{14}: \d+ rows in \d+ tables and \d+ objects, as of /),
    });
    backup = /Wrote (\S+):/.exec(made.out)?.[1] ?? '';
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const entry of readdirSync(backup, { recursive: true, withFileTypes: true })) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const sites = manifest.tables.find(({ name }: { name: string }) => name === 'sites');
    expect(sites).toMatchObject({ rows: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(sites.rows).toBeGreaterThan(1);
    expect(await run('verify-backup', backup)).toMatchObject({ status: 0, out: expect.stringContaining('is whole') });
  });

  test('a backup has every column of every table of the database, whatever schema or kind it is of', async () => {
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const columns = manifest.tables.flatMap(({ name, columns }: { name: string; columns: string[] }) =>
      columns.map((column) => `public.${name}.${column}`),
    );
    // The queue rings for rows that are in the backup; schema_migrations and schema_functions are written again by the migrations.
    const there = await lodge.sql<{ name: string }>(`
      SELECT n.nspname || '.' || c.relname || '.' || a.attname AS name FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'bullmq')
        AND c.relname NOT IN ('schema_migrations', 'schema_functions') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`);
    expect(columns.sort()).toEqual(there.map(({ name }) => name).sort());
  });

  test('an object that no row names is not in a backup; one that rows name and nobody has is told, and the rest is whole', async () => {
    await store.put('pictures/of-nobody.webp', Buffer.from('x'));
    const { id: user } = await lodge.make.user({ owner: true });
    const id = await show(user, 'soon lost');
    await store.remove(keyOf(id));
    const made = await run('backup', '--to', folder);
    expect(made).toMatchObject({ status: 0, err: expect.stringContaining(keyOf(id)) });
    const other = /Wrote (\S+):/.exec(made.out)?.[1] ?? '';
    const [{ files }] = await verifyBackup(other);
    expect(files?.lost).toEqual([keyOf(id)]);
    expect(files?.objects.map(({ key }) => key)).not.toContain('pictures/of-nobody.webp');
    await lodge.sql('DELETE FROM pictures WHERE id = $1', [id]);
    await store.remove('pictures/of-nobody.webp');
  });

  test('what was lost comes back, to an api that goes on running; what was live is kept', async () => {
    const before = await counts();
    const client = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const list = `/bookings?site=${EXAMPLE.site}&limit=200`;
    const wanted = (await client.get(list)).body;
    const feed = (after: string, who = client) =>
      who.get(`/sites/${EXAMPLE.site}/events?limit=100${after && `&after=${after}`}`);
    const idsOf = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id);
    // Somebody has read so far; others also what came after the backup.
    const cursor = (await feed('')).body.data[9].cursor as string;
    const missed = idsOf(await feed(cursor));
    await client.post(`/sites/${EXAMPLE.site}/flags`, { name: 'After the backup', colour: '#112233' });
    const late = (await client.get(`/sites/${EXAMPLE.site}/events?limit=500&type=flag.*`)).body.next_cursor as string;
    await lodge.sql('TRUNCATE booking_flags, booking_people CASCADE');
    await lodge.sql('DELETE FROM occupancies');
    await lodge.sql('ALTER TABLE booking_transactions DISABLE TRIGGER USER');
    await lodge.sql('DELETE FROM booking_transactions');
    await lodge.sql('DELETE FROM bookings');
    expect((await client.get(list)).body.total).toBe(0);
    const pictures = await lodge.sql<{ id: string }>('DELETE FROM pictures RETURNING id');
    const [lost, changed, third] = pictures.map(({ id }) => id) as [string, string, string];
    const texts = await Promise.all([lost, changed, third].map(content));
    await store.remove(keyOf(lost));
    await store.put(keyOf(changed), Buffer.from('something else'));

    const restore = await run('restore', backup);
    expect(restore).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('compared every row and object'),
    });
    const name = restored(restore.out);
    expect((await client.get(list)).body.total).toBe(0);

    const switched = await run('switch', name);
    expect(switched).toMatchObject({ status: 0, err: '' });
    const kept = /kept as (\S+)\./.exec(switched.out)?.[1] ?? '';
    beside.add(kept);
    expect(await databases()).toEqual(expect.arrayContaining([database(), kept]));
    expect(await databases()).not.toContain(name);
    expect(await counts()).toEqual(before);
    expect(await findViolations(lodge)).toEqual([]);
    expect(await lodge.sql('SELECT FROM pictures')).toHaveLength(pictures.length);
    expect(await Promise.all([lost, changed, third].map(content))).toEqual(texts);
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    expect((await owner.get(list)).body).toEqual(wanted);
    // A cursor is where it was, and one of what is gone does not skip anything in silence.
    expect(idsOf(await feed(cursor, owner))).toEqual(missed);
    expect(await feed(late, owner)).toMatchObject({ status: 410, body: { code: 'cursor_gone', reason: 'unknown' } });

    const back = await run('switch', kept);
    expect(back).toMatchObject({ status: 0, err: '' });
    beside.add(/kept as (\S+)\./.exec(back.out)?.[1] ?? '');
    expect((await counts())?.bookings).toBe('0');
    expect([(await feed(late)).status, idsOf(await feed(cursor))]).toEqual([200, missed]);
  });

  test('a switch to the database that is live is refused in a sentence, and ends no connection', async () => {
    // Idle ones end by themselves; this one is held.
    const held = await lodge.pool.connect();
    const again = `${database()} is the live database already. Nothing was changed.`;
    expect(await run('switch', database())).toEqual({ status: 1, out: '', err: again });
    expect((await held.query('SELECT 1')).rowCount).toBe(1);
    held.release();
  });

  test('a switch back within the same second keeps each database under a name of its own', async () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const name = restored((await run('restore', backup)).out);
    const kept = `${await switchTo(lodge.databaseUrl, name, now)}`;
    const again = `${await switchTo(lodge.databaseUrl, kept, now)}`;
    beside.add(again);
    expect([kept, again]).toEqual(
      ['20261121120000', '20261121120001'].map((second) => `${database()}_before_${second}`),
    );
    expect(await databases()).toEqual(expect.arrayContaining([database(), again]));
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

  test('a damaged object is refused by its key', async () => {
    const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const { key } = files.objects[0];
    const file = join(backup, 'objects', key);
    const good = readFileSync(file);
    writeFileSync(file, Buffer.concat([good.subarray(1), Buffer.from('!')]));
    await expect(verifyBackup(backup)).rejects.toThrow(`${key}: the file is not`);
    await rm(file);
    await expect(verifyBackup(backup)).rejects.toThrow(`${key}: the file cannot`);
    writeFileSync(file, good);
  });

  test('files that only a kept database names are not swept before it is dropped', async () => {
    const key = keyOf(newId());
    await store.put(key, Buffer.from('named by what was live before'));
    lodge.clock.set(new Date(Date.now() + 7_200_000).toISOString());
    const sweep = () => new PictureSweepService(lodge.instance.app.get(Database), store, lodge.clock).sweep();
    const kept = (await databases()).filter((name) => name !== database());
    expect(kept.length).toBeGreaterThan(0);
    await sweep();
    expect(await store.find(key)).toBeDefined();
    for (const name of kept) await lodge.sql(`DROP DATABASE "${name}" WITH (FORCE)`);
    await sweep();
    expect(await store.find(key)).toBeUndefined();
  });

  test('a reference that leads nowhere is found while it is loaded, and leaves no database behind', async () => {
    const before = await databases();
    await lodge.sql('ALTER TABLE memberships DROP CONSTRAINT memberships_site_1');
    await lodge.sql(
      `INSERT INTO memberships (site_id, user_id, role) SELECT gen_random_uuid(), id, 'viewer' FROM users LIMIT 1`,
    );
    const [bad] = await backUp(source(), folder, new Date('2026-11-21T13:00:00Z'), '1.0.0');
    expect(await run('restore', bad)).toMatchObject({
      status: 1,
      err: expect.stringContaining('memberships_site_1'),
    });
    expect(await databases()).toEqual(before);
  });

  test('a backup of a newer version, and a folder that is none, are refused in a sentence', async () => {
    expect(await run('restore', folder)).toMatchObject({
      status: 1,
      err: expect.stringContaining('is not a backup'),
    });
    const path = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const newer = JSON.stringify({ ...manifest, migrations: [...manifest.migrations, 'Tomorrow1'] });
    writeFileSync(path, newer);
    writeFileSync(join(backup, 'manifest.signature'), checksums.signature(newer));
    expect(await run('restore', backup)).toMatchObject({ status: 1, err: expect.stringContaining('newer version') });
  });
});

test('a backup from before a migration is brought up to this version', async () => {
  const old = await createDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), 'lodge-backup-'));
  await migrate(old.url, [MIGRATIONS[0]?.name ?? '']);
  const store = new FolderStore(folder, new LinkSigner('http://localhost', 'secret'), new Clock());
  await backUp({ url: old.url, store, named: [] }, folder, new Date('2026-11-21T12:00:00Z'), '0.9.0');
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
