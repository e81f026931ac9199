import { MIGRATIONS } from '#libs/core/database/data-source';
import type { Sql } from '#libs/core/database/database';
import { sqlState } from '#libs/core/errors/postgres-errors';

const UNDEFINED_TABLE = '42P01';

/** Whether every migration of this version has run. A newer schema is fine: it is made to serve this version, too. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  try {
    const done = await sql.rows<{ name: string }>('SELECT name FROM schema_migrations');
    const names = new Set(done.map(({ name }) => name));
    return MIGRATIONS.every((migration) => names.has(migration.name));
  } catch (error) {
    if (sqlState(error).code === UNDEFINED_TABLE) return false;
    throw error;
  }
}
