import type { Sql } from '#libs/core/database/transaction';

/** Inserts rows that have the columns of the first one. */
export async function insertRows(sql: Sql, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await sql.rows(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
