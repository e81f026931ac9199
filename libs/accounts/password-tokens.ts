import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '#libs/core/database/database';

const HOUR_MS = 3_600_000;
const LIFETIMES_MS = { reset: HOUR_MS, invite: 7 * 24 * HOUR_MS };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const VOID = 'UPDATE password_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL';
const ISSUE =
  'INSERT INTO password_tokens (token_hash, user_id, purpose, expires_at, created_at) VALUES ($1, $2, $3, $4, $5)';

/** Makes a token that sets a password once; older ones of the user are void. Only its hash is stored. */
export async function issuePasswordToken(
  sql: Sql,
  userId: string,
  purpose: 'invite' | 'reset',
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql.rows(VOID, [userId, now]);
  await sql.rows(ISSUE, [hashOf(token), userId, purpose, new Date(now.getTime() + LIFETIMES_MS[purpose]), now]);
  return token;
}

const REDEEM = `
UPDATE password_tokens t SET used_at = $2 FROM users u
WHERE t.token_hash = $1 AND t.used_at IS NULL AND t.expires_at > $2 AND u.id = t.user_id AND u.disabled_at IS NULL
RETURNING u.id, u.email`;

/** Uses a token up and answers whose it was; undefined when it is unknown, used or expired. */
export async function redeemPasswordToken(
  sql: Sql,
  token: string,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  return (await sql.rows<{ id: string; email: string }>(REDEEM, [hashOf(token), now]))[0];
}
