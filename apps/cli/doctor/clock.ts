import type { Client } from 'pg';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';

const MOST_MS = 2_000;

/** The clock of this machine against that of PostgreSQL, which other machines share. */
export async function checkClock(database: Client): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await database.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
  const middle = (before + Date.now()) / 2;
  const apart = Math.round(Math.abs(Number(rows[0].ms) - middle));
  return apart <= MOST_MS
    ? [ok(`The clock agrees with PostgreSQL's to ${apart} ms.`)]
    : [warning(`The clock is ${Math.round(apart / 1000)} s apart from PostgreSQL's`, 'Let both follow a time server.')];
}
