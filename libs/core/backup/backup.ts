import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connected, stamp } from '#libs/core/backup/connection';
import { type Manifest, newSeal, type TableEntry, writeManifest } from '#libs/core/backup/manifest';
import { ObjectCopies } from '#libs/core/backup/objects';
import type { Seal } from '#libs/core/backup/seal';
import { copyOut, fileOf, listTables, Meter, type Table } from '#libs/core/backup/table-rows';
import type { ObjectStore } from '#libs/core/storage/object-store';

// A sequence counts outside of transactions: it may be ahead of the rows, never behind them.
const SEQUENCES = `
SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last_value, last_value IS NOT NULL AS is_called
FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'schema_migrations_id_seq' ORDER BY 1`;

/** What is backed up: a database, and the objects of a store that its rows name. */
export interface Source {
  url: string;
  store: ObjectStore;
  /** Queries that return the keys of objects, as `key`. */
  named: string[];
  /** With which it is encrypted and signed. */
  passphrase?: string | undefined;
  /** Called as it goes on: with how many of how many tables are done, and which one is next. */
  onTable?: (done: number, total: number, name: string) => void;
}

/**
 * Writes every row and every object that a row names into a new folder, all as of one moment while work continues, and
 * the manifest last.
 * @returns the folder, whose name ends with the moment in UTC
 */
export async function backUp(source: Source, into: string, now: Date, version: string): Promise<[string, Manifest]> {
  const folder = join(into, `lodge-${stamp(now)}`);
  const unfinished = `${folder}.unfinished`;
  // A person who can read a backup can read everything.
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const seal = newSeal(source.passphrase);
  const manifest = await connected(source.url, async (client) => {
    const files = await snapshot(client, source, new ObjectCopies(source.store, unfinished, seal));
    const about = await describe(client, now, version, seal);
    const tables: TableEntry[] = [];
    const all = await listTables(client);
    for (const [index, table] of all.entries()) {
      source.onTable?.(index, all.length, table.name);
      tables.push(await writeTable(client, table, unfinished, seal));
    }
    return { ...about, tables, files };
  });
  await writeManifest(unfinished, manifest, seal);
  await rename(unfinished, folder);
  return [folder, manifest];
}

/** Opens a transaction on one state of the rows, all of whose objects are copied. */
async function snapshot(client: pg.Client, { named }: Source, copies: ObjectCopies): Promise<Manifest['files']> {
  for (let lost: string[] = []; ;) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found = await client.query<{ key: string }>(named.join(' UNION '));
    const keys = found.rows.map(({ key }) => key);
    const missing = await copies.copy(keys);
    // Missing once: it was replaced while others were copied, and the next snapshot names another. Twice: it is lost.
    if (missing.every((key) => lost.includes(key))) return { objects: await copies.keep(keys), lost: missing.sort() };
    await client.query('ROLLBACK');
    lost = missing;
  }
}

async function describe(
  client: pg.Client,
  now: Date,
  version: string,
  { salt }: Seal,
): Promise<Omit<Manifest, 'tables' | 'files'>> {
  const migrations = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY timestamp');
  const [server] = (await client.query<{ server_version: string }>('SHOW server_version')).rows;
  return {
    format: 2,
    made_at: now.toISOString(),
    lodge_version: version,
    postgres_version: server?.server_version ?? '',
    encryption: salt === undefined ? null : { cipher: 'aes-256-gcm', kdf: 'scrypt', salt },
    migrations: migrations.rows.map(({ name }) => name),
    sequences: (await client.query<Manifest['sequences'][number]>(SEQUENCES)).rows,
  };
}

async function writeTable(client: pg.Client, table: Table, folder: string, seal: Seal): Promise<TableEntry> {
  const meter = new Meter();
  const name = fileOf(table);
  const file = createWriteStream(join(folder, name), { mode: 0o600, flush: true });
  await pipeline([client.query(copyTo(copyOut(table))), meter, createGzip({ level: 6 }), ...seal.closing(name), file]);
  return { name: table.name, columns: table.columns, ...meter.reading() };
}
