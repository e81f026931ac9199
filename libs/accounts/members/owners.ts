import type { Sql } from '#libs/core/database/transaction';

const OWNER = 'SELECT FROM users WHERE id = $1 AND owner';

/** Whether a user owns the installation. */
export const isOwner = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.rows(OWNER, [userId])).length > 0;
