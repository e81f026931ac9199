import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '#libs/core/database/transaction';

const HOUR_MS = 3_600_000;
const LIFETIMES_MS = { reset: HOUR_MS, invite: 7 * 24 * HOUR_MS };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const LOCK_USER = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
const VOID = 'UPDATE password_tokens SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL';
const ISSUE =
  'INSERT INTO password_tokens (token_hash, user_id, purpose, expires_at, created_at) VALUES ($1, $2, $3, $4, $5)';

/** Takes back every link that was mailed to a user and not used. */
export const voidPasswordTokens = (tx: Transaction, userId: string, now: Date) => tx.rows(VOID, [userId, now]);

/** Makes a token that sets a password once; older ones of the user are void. Only its hash is stored. */
export async function issuePasswordToken(
  tx: Transaction,
  userId: string,
  purpose: 'invite' | 'reset',
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  // Two requests at once would each void what is there, then both leave a live token.
  await tx.rows(LOCK_USER, [userId]);
  await voidPasswordTokens(tx, userId, now);
  await tx.rows(ISSUE, [hashOf(token), userId, purpose, new Date(now.getTime() + LIFETIMES_MS[purpose]), now]);
  return token;
}

const LOCK_HOLDER = `
SELECT u.id, u.email FROM password_tokens t JOIN users u ON u.id = t.user_id
WHERE t.token_hash = $1 AND u.disabled_at IS NULL FOR NO KEY UPDATE OF u`;
const USE = `
UPDATE password_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING user_id`;

/** Uses a token up and returns whose it was; undefined when it is unknown, used or expired. Locks the user. */
export async function redeemPasswordToken(
  tx: Transaction,
  token: string,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  const [holder] = await tx.rows<{ id: string; email: string }>(LOCK_HOLDER, [hashOf(token)]);
  const used = holder ? await tx.rows(USE, [hashOf(token), now]) : [];
  return used.length > 0 ? holder : undefined;
}
