import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { NAMED_OBJECTS } from '#apps/backup-source';
import { backUp } from '#libs/core/backup/backup';
import { restoreBeside } from '#libs/core/backup/restore';
import { verifyBackup } from '#libs/core/backup/verify';
import { OBJECT_STORE, type ObjectStore, readAll } from '#libs/core/storage/object-store';
import { Lodge } from '../support/lodge.js';

jest.setTimeout(180_000);

const PASSPHRASE = 'seven horses walk to the sea';

describe('a backup that somebody has had in hand', () => {
  let lodge: Lodge;
  let store: ObjectStore;
  let folder: string;
  let key: string;
  let copies = 0;
  const made: Record<'plain' | 'sealed', string> = { plain: '', sealed: '' };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-sealed-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(join(folder, 'store')).href } });
    store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    const site = await lodge.make.site({ name: 'Castle of Secrets' });
    await lodge.make.students(site, 500);
    const { id } = await lodge.make.user({ owner: true });
    const [picture] = await lodge.sql<{ id: string }>('INSERT INTO pictures (id, user_id) VALUES (gen_random_uuid(), $1) RETURNING id', [id]); // prettier-ignore
    key = `pictures/${picture?.id}.webp`;
    await store.put(key, Buffer.from('the face of somebody'));
    [made.plain] = await backUp(source(), folder, new Date('2026-11-21T11:00:00Z'), '1.0.0');
    [made.sealed] = await backUp(source(PASSPHRASE), folder, new Date('2026-11-21T12:00:00Z'), '1.0.0');
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const source = (passphrase?: string) => ({ url: lodge.databaseUrl, store, named: NAMED_OBJECTS, passphrase });
  const copyOf = (kind: keyof typeof made): string => {
    const copy = join(folder, `copy-${++copies}`);
    cpSync(made[kind], copy, { recursive: true });
    return copy;
  };
  // Other specs create and drop databases at the same time.
  const restored = () =>
    lodge.sql('SELECT FROM pg_database WHERE starts_with(datname, current_database() || $1)', ['_']);
  const restore = async (from: string, passphrase?: string) => {
    const [name] = await restoreBeside(source(passphrase), from, new Date());
    await lodge.sql(`DROP DATABASE "${name}" WITH (FORCE)`);
  };
  /** Rewrites the manifest and its checksum, as an attacker who knows the format would. */
  const rewrite = (copy: string, change: (manifest: { tables: { name: string; columns: string[] }[] }) => void) => {
    const file = join(copy, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
    writeFileSync(join(copy, 'manifest.signature'), `sha256 ${createHash('sha256').update(readFileSync(file)).digest('hex')}`); // prettier-ignore
  };
  const refused = async (copy: string, why: RegExp, passphrase?: string) => {
    await expect(restoreBeside(source(passphrase), copy, new Date())).rejects.toThrow(why);
    expect(await restored()).toEqual([]);
  };

  test('is restored as it is, with a passphrase and without', async () => {
    await restore(made.plain);
    await store.remove(key);
    await restore(made.sealed, PASSPHRASE);
    expect((await readAll(store, key, 1_000))?.toString()).toBe('the face of somebody');
  });

  test('without any one of its tables is refused by the name of that table, whatever the manifest says', async () => {
    const names: string[] = JSON.parse(readFileSync(join(made.plain, 'manifest.json'), 'utf8')).tables.map((table: { name: string }) => table.name); // prettier-ignore
    for (const name of [names[0], names[names.length >> 1], names.at(-1), 'bookings'] as string[]) {
      const copy = copyOf('plain');
      rewrite(copy, (manifest) => (manifest.tables = manifest.tables.filter((table) => table.name !== name)));
      rmSync(join(copy, `${name}.copy.gz`));
      await refused(copy, new RegExp(`not whole.*\\b${name}\\b`));
    }
  });

  test('without a column is refused by the name of the column', async () => {
    const copy = copyOf('plain');
    rewrite(copy, ({ tables }) => void tables.find(({ name }) => name === 'students')?.columns.pop());
    await refused(copy, /^students: the backup is not whole/);
  });

  test('whose manifest is damaged, cut off or without its checksum is refused in a sentence', async () => {
    const copy = copyOf('plain');
    const file = join(copy, 'manifest.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, 500));
    await refused(copy, /manifest\.json is damaged/);
    writeFileSync(file, text.replace('"rows": 500', '"rows": 501'));
    await refused(copy, /was changed/);
    writeFileSync(file, text);
    rmSync(join(copy, 'manifest.signature'));
    await refused(copy, /was changed/);
  });

  test('with a passphrase tells nothing to who does not have it', () => {
    for (const entry of readdirSync(made.sealed, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    )) {
      // prettier-ignore
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      for (const secret of ['Castle of Secrets', 'the face of', 'First7', PASSPHRASE]) expect([entry.name, bytes.includes(secret)]).toEqual([entry.name, false]); // prettier-ignore
      if (entry.name.endsWith('.gz')) expect(() => gunzipSync(bytes)).toThrow();
    }
    // The same search finds it where it is.
    expect(gunzipSync(readFileSync(join(made.plain, 'sites.copy.gz'))).includes('Castle of Secrets')).toBe(true);
  });

  test('is refused with another passphrase, with none, and when it was not made with the one that is set', async () => {
    await refused(made.sealed, /BACKUP_PASSPHRASE is another one/, `${PASSPHRASE} `);
    await refused(made.sealed, /is encrypted: set BACKUP_PASSPHRASE/);
    await refused(made.plain, /is not signed with BACKUP_PASSPHRASE/, PASSPHRASE);
  });

  test('with a passphrase is refused when its manifest was rewritten, or a file changed, cut off or put in the place of another', async () => {
    const forged = copyOf('sealed');
    rewrite(forged, ({ tables }) => void tables.splice(3, 1));
    await refused(forged, /was changed/, PASSPHRASE);
    const old = copyOf('sealed');
    rewrite(old, (manifest) => Object.assign(manifest, { format: 1 }));
    await refused(old, /was changed|not signed/, PASSPHRASE);
    const bytes = readFileSync(join(made.sealed, 'students.copy.gz'));
    for (const at of [0, 12, bytes.length >> 1, bytes.length - 1]) {
      const copy = copyOf('sealed');
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      writeFileSync(join(copy, 'students.copy.gz'), changed);
      await refused(copy, /^students: /, PASSPHRASE);
      writeFileSync(join(copy, 'students.copy.gz'), bytes.subarray(0, at));
      await refused(copy, /^students: /, PASSPHRASE);
    }
    const swapped = copyOf('sealed');
    renameSync(join(swapped, 'sites.copy.gz'), join(swapped, 'kept'));
    renameSync(join(swapped, 'users.copy.gz'), join(swapped, 'sites.copy.gz'));
    await refused(swapped, /^sites: /, PASSPHRASE);
    const object = copyOf('sealed');
    writeFileSync(join(object, 'objects', ...key.split('/')), 'the face of another one');
    await refused(object, /the file cannot be read/, PASSPHRASE);
  });

  test('of the release before, without a signature, is still restored', async () => {
    const copy = copyOf('plain');
    rewrite(copy, (manifest) => Object.assign(manifest, { format: 1 }));
    rmSync(join(copy, 'manifest.signature'));
    expect((await verifyBackup(copy))[0].format).toBe(1);
    await restore(copy);
  });
});
