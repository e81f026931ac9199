import type { Sql } from '#libs/core/database/transaction';
import type { Caller } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { update } from '#libs/core/database/columns';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';

const END_ALL = `${update(ApiKey, { endedAt: '$2' })} WHERE user_id = $1 AND ended_at IS NULL RETURNING id`;

type Author = Pick<Caller, 'userId' | 'name'> & Partial<Caller>;

/** Ends every API key of a user, each with a word in the audit; returns how many. Without a caller it was the system. */
export async function endApiKeysOf(tx: Sql, userId: string, now: Date, caller: Author | undefined): Promise<number> {
  const ended = await tx.rows<{ id: string }>(END_ALL, [userId, now]);
  const auditEntries = ended.map(({ id }) => ({
    siteId: null,
    action: 'api_key.ended',
    subjectKind: 'api_key' as const,
    subjectId: id,
  }));
  if (auditEntries.length > 0) await recordAudits(tx, caller, now, auditEntries);
  return auditEntries.length;
}
