import type { Sql } from './transaction.js';

const AT_ONCE = 5_000;

/**
 * Deletes the rows of a table that a condition names, some thousands at a time: one statement for millions of them would
 * run into its time limit, and all of it be undone. Workers that do it at once share the rows. Returns how many went.
 */
export async function purge(sql: Sql, table: string, condition: string, values: unknown[]): Promise<number> {
  const text = `
WITH gone AS (
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED))
  RETURNING 1)
SELECT count(*)::int AS count FROM gone`;
  for (let total = 0; ;) {
    const [{ count } = { count: 0 }] = await sql.rows<{ count: number }>(text, values);
    total += count;
    if (count < AT_ONCE) return total;
  }
}
