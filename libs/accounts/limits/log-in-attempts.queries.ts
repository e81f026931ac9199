import type { Sql } from '#libs/core/database/transaction';
import { purge } from '#libs/core/database/purge';
import { columnList, insertInto, setList, update } from '#libs/core/database/columns';
import { LogInFailure } from '#libs/accounts/limits/log-in-failure.entity';

// From the last free attempt on: 30 s, then twice as long each time, at most 15 minutes.
const blockAfter = (failures: string): string =>
  `CASE WHEN ${failures} >= $3::int THEN $2::timestamptz + least(900, 30 * 2 ^ least(${failures} - $3::int, 10)) * interval '1 second' END`;
const expiryAfter = (failures: string): string =>
  `coalesce(${blockAfter(failures)}, $2::timestamptz) + $4::int * interval '1 second'`;

const NEXT = '(CASE WHEN f.expires_at > $2 THEN f.failures + 1 ELSE 1 END)';

const COUNTED = { failures: NEXT, blockedUntil: blockAfter(NEXT), expiresAt: expiryAfter(NEXT) };
const COUNT = `
${insertInto(LogInFailure, 'account failures blockedUntil expiresAt', 'f')}
VALUES ($1, 1, ${blockAfter('1')}, ${expiryAfter('1')})
ON CONFLICT (account) DO UPDATE SET ${setList(LogInFailure, COUNTED)}
WHERE f.blocked_until IS NULL OR f.blocked_until <= $2
RETURNING failures`;

/** Counts an attempt as failed and returns how many there are now; undefined while the account has to wait. */
export async function countAttempt(sql: Sql, account: Buffer, now: Date, limit: number, windowSeconds: number) {
  return (await sql.rows<{ failures: number }>(COUNT, [account, now, limit, windowSeconds]))[0]?.failures;
}

const BLOCK = `SELECT ${columnList(LogInFailure, 'blockedUntil')} FROM log_in_failures WHERE account = $1`;

/** Until when an account has to wait. */
export async function findBlock(sql: Sql, account: Buffer): Promise<string | undefined> {
  return (await sql.rows<{ blocked_until: string | null }>(BLOCK, [account]))[0]?.blocked_until ?? undefined;
}

const FORGET = 'DELETE FROM log_in_failures WHERE account = $1 RETURNING account';
export const forgetFailures = async (sql: Sql, account: Buffer): Promise<boolean> =>
  (await sql.rows(FORGET, [account])).length > 0;

const TAKE_BACK = `
${update(LogInFailure, { failures: 'greatest(0, failures - 1)', blockedUntil: 'NULL' })} WHERE account = $1`;
export const forgetAttempt = (sql: Sql, account: Buffer) => sql.rows(TAKE_BACK, [account]);

/** Removes accounts whose last failure was long ago. */
export const purgeFailures = (sql: Sql, before: Date) => purge(sql, 'log_in_failures', 'expires_at < $1', [before]);
