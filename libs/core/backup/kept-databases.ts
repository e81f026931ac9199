import type { Sql } from '../database/transaction.js';

// How `restore` and `switch` name them.
const KEPT = `
SELECT FROM pg_database WHERE starts_with(datname, left(current_database(), 37) || '_before_')
  OR starts_with(datname, left(current_database(), 35) || '_restored_') LIMIT 1`;

/** Whether a restored or a former database exists: its rows may name objects that no row of this one names. */
export const keepsAnotherDatabase = async (sql: Sql): Promise<boolean> => (await sql.rows(KEPT)).length > 0;
