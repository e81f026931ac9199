import { setTimeout as sleep } from 'node:timers/promises';
import type { Lodge } from './lodge.js';

/** Resolves when somebody waits for a lock on a table. */
export async function waitsForLock(lodge: Lodge, table: string): Promise<void> {
  const waiting = 'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted';
  while ((await lodge.sql(waiting, [table])).length === 0) await sleep(20);
}
