import type { Sql } from '#libs/core/database/transaction';
import { purge } from '#libs/core/database/purge';
import { columnList, insertInto, setFrom } from '#libs/core/database/columns';
import { IdempotencyKey } from '#libs/idempotency/idempotency-key.entity';

/** Whose key it is, and for what. */
export interface KeyScope {
  siteId: string;
  userId: string;
  operation: string;
  key: string;
}

const valuesOf = ({ siteId, userId, operation, key }: KeyScope) => [siteId, userId, operation, key];

const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws('/', $1::uuid, $2::uuid, $3::text, $4::text), 0)) AS locked`;

/** Keeps a key to this transaction; false when another is at work under it. */
export async function lockKey(sql: Sql, scope: KeyScope): Promise<boolean> {
  const [row] = await sql.rows<{ locked: boolean }>(LOCK, valuesOf(scope));
  return row?.locked ?? false;
}

const FIND = `
SELECT ${columnList(IdempotencyKey, 'fingerprint answer')} FROM idempotency_keys
WHERE site_id = $1 AND user_id = $2 AND operation = $3 AND key = $4 AND created_at >= $5`;

/** The stored response of a key. A statement of its own after `lockKey`, so that it sees what was committed until then. */
export const findAnswer = async (sql: Sql, scope: KeyScope, since: Date) =>
  (await sql.rows<{ fingerprint: string; answer: string }>(FIND, [...valuesOf(scope), since]))[0];

const STORE = `
${insertInto(IdempotencyKey, 'siteId userId operation key fingerprint answer createdAt')} VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT ON CONSTRAINT idempotency_keys_pkey
DO UPDATE SET ${setFrom(IdempotencyKey, 'fingerprint answer createdAt', 'excluded')}`;

/** Stores a response, and replaces an expired one with the same key. */
export const storeAnswer = (sql: Sql, scope: KeyScope, fingerprint: string, answer: string, now: Date) =>
  sql.rows(STORE, [...valuesOf(scope), fingerprint, answer, now]);

export const purgeAnswers = (sql: Sql, before: Date) => purge(sql, 'idempotency_keys', 'created_at < $1', [before]);
