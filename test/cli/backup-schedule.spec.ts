import { mkdirSync, readdirSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { checkBackups, checkCopies } from '#apps/cli/doctor/backups';
import { copyStore, NAMED_OBJECTS } from '#apps/backup-source';
import { BackupKeeper } from '#apps/worker/backup-keeper';
import { listCopies, removeCopies } from '#libs/core/backup/copies';
import { stamp } from '#libs/core/backup/connection';
import { keepBackups, removeOld } from '#libs/core/backup/keep-backups';
import { verifyBackup } from '#libs/core/backup/verify';
import type { Config } from '#libs/core/config/config';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { runCommand } from '../support/command-line.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';

jest.setTimeout(180_000);

const S3 = process.env.TEST_S3_URL;
const COPY_PLACES = S3 ? ['a folder', 's3'] : ['a folder'];

describe('backups by the clock', () => {
  let lodge: Lodge;
  let root: string;
  let folder: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'lodge-schedule-'));
    folder = join(root, 'backups');
    const settings = { STORAGE_URL: pathToFileURL(join(root, 'store')).href, METRICS_TOKEN: 'a token for the metrics' };
    lodge = await Lodge.start({ settings });
    await lodge.make.students(await lodge.make.site(), 50);
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(root, { recursive: true });
  });

  const plan = () => ({ folder, everyHours: 24, keepDays: 35, testDays: 7 });
  const copiesSaid = async (config: Config) =>
    (await checkCopies(config)).map(({ state, what }) => `${state}: ${what}`);
  const keep = (copies?: ObjectStore) => {
    const store = lodge.instance.app.get<ObjectStore>(OBJECT_STORE, { strict: false });
    const source = { url: lodge.databaseUrl, store, named: NAMED_OBJECTS, passphrase: 'a passphrase that is long' };
    return keepBackups(source, { ...plan(), copies }, '1.0.0');
  };
  const names = () => readdirSync(folder).sort();
  const log = () => lodge.sql<{ kind: string; rows: string | null; problem: string | null }>('SELECT kind, rows, problem FROM backups ORDER BY ended_at'); // prettier-ignore
  const grow = (hours: number) => lodge.sql(`UPDATE backups SET began_at = began_at - $1 * interval '1 hour'`, [hours]);
  const doctor = async () => {
    const client = new pg.Client(lodge.databaseUrl);
    await client.connect();
    const findings = await checkBackups(client, { ...lodge.instance.config, LODGE_MODE: 'production' });
    await client.end();
    return findings.map(({ state, what }) => `${state}: ${what}`);
  };
  const databases = async () => (await lodge.sql(`SELECT FROM pg_database WHERE datname LIKE current_database() || '_%'`)).length; // prettier-ignore

  test('are missed by doctor before there is one', async () => {
    expect(await doctor()).toEqual(['warning: No backup is known', 'warning: No restore of a backup is known']);
  });

  test('are made and restored once, however many workers try at the same moment, and leave no database behind', async () => {
    await Promise.all([keep(), keep(), keep(), keep()]);
    expect(names()).toEqual([expect.stringMatching(/^lodge-\d{14}$/)]);
    const rows = expect.stringMatching(/^[1-9]\d+$/);
    expect(await log()).toEqual([
      { kind: 'backup', rows, problem: null },
      { kind: 'restore', rows, problem: null },
    ]);
    expect(await databases()).toBe(0);
    expect(await doctor()).toEqual([
      'ok: The last good backup is 0 hours old.',
      'ok: The last good restore of a backup is 0 hours old.',
    ]);
    await verifyBackup(join(folder, names()[0] as string), 'a passphrase that is long');
  });

  test('are made again when a day is over, and restored again after a week', async () => {
    await keep();
    expect(await log()).toHaveLength(2);
    await grow(24);
    await keep();
    expect([names().length, (await log()).map(({ kind }) => kind)]).toEqual([2, ['backup', 'restore', 'backup']]);
    await grow(24 * 6);
    await keep();
    expect((await log()).slice(3).map(({ kind }) => kind)).toEqual(['backup', 'restore']);
  });

  test('that cannot be restored, or made, are told by doctor and tried again', async () => {
    await lodge.sql(`UPDATE backups SET began_at = began_at - interval '15 days' WHERE kind = 'restore'`);
    const newest = join(folder, names().at(-1) as string, 'students.copy.gz');
    truncateSync(newest, 30);
    await expect(keep()).rejects.toThrow(/^students: the file cannot be read/);
    expect(await doctor()).toEqual([
      'ok: The last good backup is 0 hours old.',
      expect.stringMatching(
        /^warning: The last good restore of a backup is 15 days old; the last try failed: students: /,
      ),
    ]);
    await grow(49);
    await lodge.sql('ALTER TABLE students RENAME COLUMN name_key TO other; ALTER TABLE students ADD COLUMN added text');
    await keep().catch(() => undefined);
    await lodge.sql('ALTER TABLE students DROP COLUMN added; ALTER TABLE students RENAME COLUMN other TO name_key');
    await grow(49);
    await keep();
    expect(await doctor()).toEqual([expect.stringMatching(/^ok: /), expect.stringMatching(/^ok: /)]);
    expect(await databases()).toBe(0);
  });

  test('are made by the command of a CronJob, too, which says where they are to be when nobody has', async () => {
    await lodge.sql('TRUNCATE backups');
    const BACKUP_FOLDER = join(root, 'by-cron');
    const settings = { STORAGE_URL: pathToFileURL(join(root, 'store')).href };
    expect(runCommand(lodge.databaseUrl, ['keep-backups'], settings)).toMatchObject({ status: 1, err: expect.stringContaining('BACKUP_FOLDER') }); // prettier-ignore
    for (let run = 1; run <= 2; run++) expect(runCommand(lodge.databaseUrl, ['keep-backups'], { ...settings, BACKUP_FOLDER })).toMatchObject({ status: 0, err: '' }); // prettier-ignore
    expect(readdirSync(BACKUP_FOLDER)).toHaveLength(1);
    expect((await log()).map(({ kind, problem }) => [kind, problem])).toEqual([['backup', null], ['restore', null]]); // prettier-ignore
  });

  test('are kept as long as was said, the newest three longer, and nothing else is touched', async () => {
    const other = join(root, 'other');
    const now = new Date('2026-11-21T12:00:00Z');
    const of = (days: number) => `lodge-${stamp(new Date(now.getTime() - days * 86_400_000))}`;
    const make = (...made: string[]) => made.forEach((name) => mkdirSync(join(other, name), { recursive: true }));
    make(of(1), of(34), of(36), of(300), `${of(1)}.unfinished`, `${of(3)}.unfinished`, 'notes', 'lodge-of-somebody');
    await removeOld({ folder: other, keepDays: 35 }, now);
    expect(readdirSync(other).sort()).toEqual([of(36), of(34), of(1), `${of(1)}.unfinished`, 'lodge-of-somebody', 'notes'].sort()); // prettier-ignore
    await removeOld({ folder: other, keepDays: 1 }, new Date(now.getTime() + 900 * 86_400_000));
    expect(readdirSync(other).sort()).toEqual([of(36), of(34), of(1), 'lodge-of-somebody', 'notes'].sort());
  });

  test.each(COPY_PLACES)('are copied to %s, removed there by the same rule, and come back to be restored', async (driver) => {
    const BACKUP_COPY_URL = driver === 's3' ? `${S3}` : pathToFileURL(join(root, 'copies')).href;
    const BACKUP_PASSPHRASE = 'a passphrase that is long';
    const config = { ...lodge.instance.config, BACKUP_COPY_URL };
    const copies = copyStore(config) as ObjectStore;
    await removeCopies(copies, () => true);
    expect(await copiesSaid(config)).toEqual(['warning: No copy of a backup is there']);
    // Of three that are whole one is kept however old it is; one was broken off long ago.
    const before = (days: number) => `lodge-${stamp(new Date(Date.now() - days * 86_400_000))}`;
    for (const days of [400, 300, 200, 36]) await copies.put(`backups/${before(days)}/index.json`, Buffer.from('{"files":[]}'));
    await copies.put(`backups/${before(3)}/0-0.part`, Buffer.from('x'));
    await grow(25);
    await Promise.all([keep(copies), keep(copies)]);
    const newest = names().at(-1) as string;
    expect(await listCopies(copies)).toEqual([before(200), before(36), newest].map((name) => expect.stringContaining(name.slice(0, -4)))); // prettier-ignore
    const keys: string[] = [];
    for await (const { key } of copies.list('backups/')) keys.push(key);
    expect(keys.some((key) => key.includes(before(3).slice(0, -4)))).toBe(false);
    expect(await copiesSaid(config)).toEqual(['ok: The newest copy of a backup is 0 hours old.']);
    const to = join(root, `fetched-${driver}`);
    const settings = { STORAGE_URL: pathToFileURL(join(root, 'store')).href, BACKUP_COPY_URL, BACKUP_PASSPHRASE };
    expect(runCommand(lodge.databaseUrl, ['fetch-backup', '--to', to], settings)).toMatchObject({ status: 0, err: '' });
    expect(readdirSync(join(to, newest), { recursive: true }).sort()).toEqual(readdirSync(join(folder, newest), { recursive: true }).sort()); // prettier-ignore
    const restored = runCommand(lodge.databaseUrl, ['restore', join(to, newest)], settings);
    expect(restored).toMatchObject({ status: 0, err: '', out: expect.stringContaining('compared every row and object') });
    await lodge.sql(`DROP DATABASE "${/database (\w+),/.exec(restored.out)?.[1]}" WITH (FORCE)`);
    // A lost part is reported, and no folder is left that looks complete.
    await copies.remove(`backups/${newest}/0-0.part`);
    const broken = runCommand(lodge.databaseUrl, ['fetch-backup', newest, '--to', join(to, 'again')], settings);
    expect(broken).toMatchObject({ status: 1, err: expect.stringContaining('is not whole') });
    expect(readdirSync(join(to, 'again'))).toEqual([`${newest}.unfinished`]);
    await removeCopies(copies, () => true);
  }); // prettier-ignore

  test('are made by a worker that has a folder for them, which may make no database to try one; the api has their age as a metric', async () => {
    await lodge.sql('TRUNCATE backups');
    const worker = await startWorker(lodge, { settings: { BACKUP_FOLDER: join(root, 'by-worker') } });
    // The first sweep of the worker may be at it.
    for (let tries = 0; (await log()).length < 1 && tries < 200; tries++) {
      await worker.get(BackupKeeper).sweep();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await worker.close();
    expect(await log()).toMatchObject([{ kind: 'backup', problem: null }]);
    expect(readdirSync(join(root, 'by-worker'))).toHaveLength(1);
    expect(await doctor()).toEqual([
      'ok: The last good backup is 0 hours old.',
      'warning: No restore of a backup is known',
    ]);
    const metrics = await lodge.call('GET', '/metrics', undefined, { authorization: 'Bearer a token for the metrics' });
    expect(metrics.text).toMatch(/lodge_backup_age_seconds\{kind="backup"\} \d+/);
  });
});
