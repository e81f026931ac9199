import { randomBytes } from 'node:crypto';
import { IsNull, MoreThan } from 'typeorm';
import { sha256 } from '#libs/core/text/sha256';
import type { Transaction } from '#libs/core/database/transaction';
import { PasswordToken } from '#libs/accounts/passwords/password-token.entity';

const HOUR_MS = 3_600_000;
const LIFETIMES_MS = { reset: HOUR_MS, invite: 7 * 24 * HOUR_MS };

const LOCK_USER = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';

/** Takes back every link that was mailed to a user and not used. */
export const voidPasswordTokens = (tx: Transaction, userId: string, now: Date) =>
  tx.repository(PasswordToken).update({ userId, usedAt: IsNull() }, { usedAt: now });

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
  const expiresAt = new Date(now.getTime() + LIFETIMES_MS[purpose]);
  await tx.repository(PasswordToken).insert({ tokenHash: sha256(token), userId, purpose, expiresAt, createdAt: now });
  return token;
}

const LOCK_HOLDER = `
SELECT u.id, u.email FROM password_tokens t JOIN users u ON u.id = t.user_id
WHERE t.token_hash = $1 AND u.disabled_at IS NULL FOR NO KEY UPDATE OF u`;

/** Uses a token up and returns whose it was; undefined when it is unknown, used or expired. Locks the user. */
export async function redeemPasswordToken(
  tx: Transaction,
  token: string,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  const tokenHash = sha256(token);
  const [holder] = await tx.rows<{ id: string; email: string }>(LOCK_HOLDER, [tokenHash]);
  if (!holder) return undefined;
  const unused = { tokenHash, usedAt: IsNull(), expiresAt: MoreThan(now) };
  const { affected } = await tx.repository(PasswordToken).update(unused, { usedAt: now });
  return affected ? holder : undefined;
}
