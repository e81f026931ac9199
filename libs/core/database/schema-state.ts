import { MIGRATIONS } from '#libs/core/database/data-source';
import { CURRENT_FUNCTIONS } from '#libs/core/database/functions';
import type { Sql } from './transaction.js';
import { sqlState } from '#libs/core/errors/postgres-errors';

const UNDEFINED_TABLE = '42P01';

/** Whether every migration and every function of this version was applied. A newer schema is accepted: it also supports this version. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  try {
    const done = await sql.rows<{ name: string }>('SELECT name FROM schema_migrations');
    const names = new Set(done.map(({ name }) => name));
    if (!MIGRATIONS.every((migration) => names.has(migration.name))) return false;
    const applied = await sql.rows<{ checksum: string }>('SELECT checksum FROM schema_functions');
    const checksums = new Set(applied.map(({ checksum }) => checksum));
    return CURRENT_FUNCTIONS.every(({ checksum }) => checksums.has(checksum));
  } catch (error) {
    if (sqlState(error).code === UNDEFINED_TABLE) return false;
    throw error;
  }
}
