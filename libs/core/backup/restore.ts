import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Source } from '#libs/core/backup/backup';
import { connected, databaseOf, stamp, withDatabase } from '#libs/core/backup/connection';
import type { Manifest } from '#libs/core/backup/manifest';
import { restoreObjects } from '#libs/core/backup/objects';
import type { Seal } from '#libs/core/backup/seal';
import { copyIn, listTables, measure, type Table } from '#libs/core/backup/table-rows';
import { openTable, requireSame, verifyBackup } from '#libs/core/backup/verify';
import { allowSame } from '#libs/core/database/application-role';
import { MIGRATIONS } from '#libs/core/database/data-source';
import { migrate } from '#libs/core/database/migrate';

/** The database from which others are made and renamed: a database cannot rename itself. */
export const MAINTENANCE = 'postgres';

const FOREIGN_KEYS = `
SELECT conrelid::regclass::text AS on_table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`;

/**
 * * Loads a backup into a new database next to the live one, compares every row with the manifest, and brings the
 * schema up to this version. The live database is not touched, and objects are only added. A failed restore leaves no
 * database.
 * @returns the name of the new database
 */
export async function restoreBeside(
  { url, store, passphrase, onTable }: Omit<Source, 'named'>,
  folder: string,
  now: Date,
): Promise<[string, Manifest]> {
  const [manifest, seal] = await verifyBackup(folder, passphrase);
  requireKnown(manifest);
  const name = `${databaseOf(url).slice(0, 35)}_restored_${stamp(now)}`;
  const maintenance = withDatabase(url, MAINTENANCE);
  await connected(maintenance, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE template0`));
  try {
    const target = withDatabase(url, name);
    await migrate(target, manifest.migrations);
    await connected(target, (client) => load(client, manifest, folder, seal, onTable));
    await migrate(target);
    await allowSame(url, target);
    await restoreObjects(store, folder, manifest.files?.objects ?? [], seal);
  } catch (error) {
    await connected(maintenance, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
    throw error;
  }
  return [name, manifest];
}

function requireKnown({ migrations }: Manifest): void {
  const known = new Set(MIGRATIONS.map((migration) => migration.name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The backup is of a newer version of Lodge, with the migrations ${unknown.join(', ')}.`);
  }
}

// One transaction. References are checked by making them again at the end, so that the order of tables does not matter.
async function load(
  client: pg.Client,
  manifest: Manifest,
  folder: string,
  seal: Seal,
  onTable: Source['onTable'],
): Promise<void> {
  await client.query('BEGIN');
  const keys = (await client.query<{ on_table: string; name: string; definition: string }>(FOREIGN_KEYS)).rows;
  const tables = await listTables(client);
  requireAll(tables, manifest);
  for (const { on_table, name } of keys) await client.query(`ALTER TABLE ${on_table} DROP CONSTRAINT ${name}`);
  for (const { name } of tables) await client.query(`ALTER TABLE public."${name}" DISABLE TRIGGER USER`);
  for (const { name } of tables) await client.query(`TRUNCATE public."${name}"`);
  for (const [index, entry] of manifest.tables.entries()) {
    onTable?.(index, manifest.tables.length, entry.name);
    const [streams] = openTable(folder, entry, seal);
    await pipeline([...streams, client.query(copyFrom(copyIn(entry)))]);
  }
  for (const { name, last_value, is_called } of manifest.sequences) {
    await client.query('SELECT setval(quote_ident($1)::regclass, $2, $3)', [name, last_value, is_called]);
  }
  for (const { name } of tables) await client.query(`ALTER TABLE public."${name}" ENABLE TRIGGER USER`);
  for (const { on_table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${on_table} ADD CONSTRAINT ${name} ${definition}`);
  }
  await compare(client, manifest);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}

/**
 * @throws Error that names a table, or a column, which the schema of that time has and the backup has not, or the other
 * way round
 */
function requireAll(tables: Table[], manifest: Manifest): void {
  const given = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  const missing = tables.filter(({ name }) => !given.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`The backup is not whole: it has no ${missing.join(', ')}.`);
  for (const { name, columns } of tables) {
    const lost = columns.filter((column) => !given.get(name)?.includes(column));
    if (lost.length > 0) throw new Error(`${name}: the backup is not whole, it has no ${lost.join(', ')}.`);
  }
}

async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  for (const entry of manifest.tables) {
    const table = tables.get(entry.name);
    if (!table) throw new Error(`${entry.name}: the schema has no such table.`);
    requireSame(entry, await measure(client, { ...table, columns: entry.columns }), 'the new database');
  }
}
