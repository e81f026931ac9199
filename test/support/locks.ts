import type { ClientBase, Pool } from 'pg';
import { until } from './until.js';

/** Resolves when a statement waits for a lock on a table. */
export async function waitsForLock(database: Pool | ClientBase, table: string): Promise<void> {
  const waiting = 'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted';
  await until(async () => (await (database as Pool).query(waiting, [table])).rowCount !== 0, 60);
}
