import type { Sql } from '#libs/core/database/transaction';

/**
 * The spelling under which an account is counted. PostgreSQL finds accounts by its own `lower`, which differs from
 * JavaScript's, as for U+0130: folded there, a spelling that finds an account counts as that account.
 */
export async function foldEmail(sql: Sql, email: string): Promise<string> {
  const [row] = await sql.rows<{ email: string }>('SELECT lower($1::text) AS email', [email]);
  return row!.email;
}
