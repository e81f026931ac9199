import type { Sql } from './transaction.js';

const GREW = `
SELECT relname AS name FROM pg_stat_user_tables
WHERE schemaname = 'public' AND relname = ANY($1) AND n_mod_since_analyze > 1000 + n_live_tup / 5`;

/**
 * Has PostgreSQL look at those of the tables that have changed much since it last did. It does so by itself within a minute
 * or so; until then it would read a whole site for each row of a file that comes right after a large one.
 */
export async function refreshStatistics(sql: Sql, tables: string[]): Promise<void> {
  for (const { name } of await sql.rows<{ name: string }>(GREW, [tables])) await sql.rows(`ANALYZE ${name}`);
}
