import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connected, databaseOf, stamp, withDatabase } from '#libs/core/backup/connection';
import { MAINTENANCE } from '#libs/core/backup/restore';
import { MIGRATIONS } from '#libs/core/database/data-source';

const PATIENCE_MS = 10_000;

/**
 * Puts another database in the place of the live one, by renaming both in one transaction; running processes find it
 * at their next statement. The one that was live is kept.
 * @returns the name under which the one that was live is kept, or undefined when there was none
 */
export async function switchTo(url: string, name: string, now: Date): Promise<string | undefined> {
  const live = databaseOf(url);
  if (name === live) throw new Error(`${name} is the live database already. Nothing was changed.`);
  await requireReady(withDatabase(url, name));
  return connected(withDatabase(url, MAINTENANCE), async (client) => {
    const there = await existing(client, [live, name]);
    const kept = await freeName(client, live, now);
    try {
      for (const each of there) await client.query(`ALTER DATABASE "${each}" WITH ALLOW_CONNECTIONS false`);
      await disconnect(client, there);
      await client.query('BEGIN');
      if (there.includes(live)) await client.query(`ALTER DATABASE "${live}" RENAME TO "${kept}"`);
      await client.query(`ALTER DATABASE "${name}" RENAME TO "${live}"`);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      for (const each of await existing(client, [live, name, kept]))
        await client.query(`ALTER DATABASE "${each}" WITH ALLOW_CONNECTIONS true`);
    }
    return there.includes(live) ? kept : undefined;
  });
}

/** @throws Error that names the databases that can be switched to, when this one does not exist */
export async function requireDatabase(url: string, name: string): Promise<void> {
  const live = databaseOf(url);
  const found = await connected(withDatabase(url, MAINTENANCE), (client) =>
    client.query<{ datname: string }>(
      `SELECT datname FROM pg_database
       WHERE datname = $1 OR starts_with(datname, $2 || '_before_') OR starts_with(datname, $3 || '_restored_') ORDER BY datname`,
      [name, live.slice(0, 37), live.slice(0, 35)],
    ),
  );
  const names = found.rows.map(({ datname }) => datname);
  if (names.includes(name)) return;
  const choice = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There is none to switch to: see restore.';
  throw new Error(`There is no database ${name}. ${choice} Nothing was changed.`);
}

async function requireReady(url: string): Promise<void> {
  const done = await connected(url, (client) => client.query<{ name: string }>('SELECT name FROM schema_migrations'));
  const names = new Set(done.rows.map(({ name }) => name));
  if (!MIGRATIONS.every((migration) => names.has(migration.name)))
    throw new Error(`${databaseOf(url)} does not have the schema of this version; restore it first.`);
}

/** The name under which a database is kept: with a later second, if another one was kept in this one. */
async function freeName(client: pg.Client, live: string, now: Date): Promise<string> {
  const name = `${live.slice(0, 37)}_before_${stamp(now)}`;
  const isTaken = (await existing(client, [name])).length > 0;
  return isTaken ? freeName(client, live, new Date(now.getTime() + 1_000)) : name;
}

async function existing(client: pg.Client, names: string[]): Promise<string[]> {
  const found = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname = ANY($1)', [
    names,
  ]);
  return found.rows.map(({ datname }) => datname);
}

async function disconnect(client: pg.Client, names: string[]): Promise<void> {
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY($1) AND pid <> pg_backend_pid()`;
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    if ((await client.query(end, [names])).rowCount === 0) return;
    await sleep(50);
  }
  throw new Error(`Other connections to ${names.join(' and ')} do not end. Nothing was changed.`);
}
