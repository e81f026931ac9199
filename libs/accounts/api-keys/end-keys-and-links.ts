import type { Sql } from '#libs/core/database/transaction';
import type { Caller } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudits } from '#libs/accounts/audit/audit';
import { update } from '#libs/core/database/columns';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';

const END_KEYS = `${update(ApiKey, { endedAt: '$2' })} WHERE user_id = $1 AND ended_at IS NULL RETURNING id`;
const REVOKE_LINKS = 'DELETE FROM calendar_feeds WHERE created_by = $1 RETURNING site_id, id';

type Author = Pick<Caller, 'userId' | 'name'> & Partial<Caller>;

/**
 * Ends everything that gives access without the password of a user: their API keys, and the links of calendars that they made. Each is
 * recorded in the audit; without a caller it was the system.
 */
export async function endKeysAndLinksOf(tx: Sql, userId: string, now: Date, caller: Author | undefined): Promise<void> {
  const keys = await tx.rows<{ id: string }>(END_KEYS, [userId, now]);
  const links = await tx.rows<{ site_id: string; id: string }>(REVOKE_LINKS, [userId]);
  const auditEntries: AuditEntry[] = [
    ...keys.map(({ id }) => ({
      siteId: null,
      action: 'api_key.ended',
      subjectKind: 'api_key' as const,
      subjectId: id,
    })),
    ...links.map(({ site_id: siteId, id }) => ({ siteId, action: 'calendar_feed.revoked', subjectKind: 'calendar_feed' as const, subjectId: id })), // prettier-ignore
  ];
  if (auditEntries.length > 0) await recordAudits(tx, caller, now, auditEntries);
}
