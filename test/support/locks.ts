import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';

/** Resolves when somebody waits for a lock on a table. */
export async function waitsForLock(database: Pool | ClientBase, table: string): Promise<void> {
  const waiting = 'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted';
  while ((await (database as Pool).query(waiting, [table])).rowCount === 0) await sleep(20);
}
