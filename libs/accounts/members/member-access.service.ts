import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { type Sql } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { ApiKeyResponse } from '#libs/accounts/api-keys/api-keys.dto';
import { listApiKeys } from '#libs/accounts/api-keys/api-keys.queries';
import { type AuditEntry, recordAudit } from '#libs/accounts/audit/audit';
import type { OwnSessionResponse } from '#libs/accounts/sessions/own-sessions.dto';
import { endOwnSession, endSessionsOf, listSessions } from '#libs/accounts/sessions/sessions.queries';
import { update } from '#libs/core/database/columns';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';

const IS_MEMBER = `
SELECT FROM memberships WHERE site_id = $1 AND user_id = $2
UNION ALL SELECT FROM suspended_members WHERE site_id = $1 AND user_id = $2`;

const LEAVE_SITE = `
DELETE FROM api_key_scopes c USING api_keys k
WHERE c.api_key_id = k.id AND k.id = $3 AND k.user_id = $2 AND c.site_id = $1 AND k.ended_at IS NULL RETURNING k.id`;
const END_WITHOUT_SITES = `
${update(ApiKey, { endedAt: '$2' }, 'k')} WHERE k.id = $1 AND NOT EXISTS (SELECT FROM api_key_scopes c WHERE c.api_key_id = k.id)`;

/** With what the members of a site get in: an administrator sees it and ends it. */
@Injectable()
export class MemberAccessService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async sessions({ site }: SiteAccess, userId: string): Promise<OwnSessionResponse[]> {
    await requireMember(this.database, site.id, userId);
    return listSessions<OwnSessionResponse>(this.database, userId, null, this.clock.now());
  }

  /** Ends one session of a member, or all of them. @throws NotFound */
  async endSessions({ site, caller }: SiteAccess, userId: string, sessionId?: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      await requireMember(tx, site.id, userId);
      if (sessionId === undefined) await endSessionsOf(tx, userId, now, 'ended_by_admin');
      else if (!(await endOwnSession(tx, userId, sessionId, now, 'ended_by_admin'))) throw new NotFound('The session');
      await recordAudit(tx, caller, now, auditEntryOf(site.id, 'member.sessions_ended', 'membership', userId));
    });
  }

  /** The API keys of a member for this site, without information about other sites. @throws NotFound */
  async apiKeys({ site }: SiteAccess, userId: string): Promise<ApiKeyResponse[]> {
    await requireMember(this.database, site.id, userId);
    const keys = await listApiKeys(this.database, userId);
    return keys
      .map((key) => ({ ...key, scopes: key.scopes.filter((scope) => scope.site === site.id) }))
      .filter(({ scopes }) => scopes.length > 0);
  }

  /** Takes this site from a key of a member; a key without any site has ended. @throws NotFound */
  async endApiKey({ site, caller }: SiteAccess, userId: string, keyId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      await requireMember(tx, site.id, userId);
      if ((await tx.rows(LEAVE_SITE, [site.id, userId, keyId])).length === 0) throw new NotFound('The API key');
      await tx.rows(END_WITHOUT_SITES, [keyId, now]);
      await recordAudit(tx, caller, now, auditEntryOf(site.id, 'api_key.ended', 'api_key', keyId));
    });
  }
}

async function requireMember(sql: Sql, siteId: string, userId: string): Promise<void> {
  if ((await sql.rows(IS_MEMBER, [siteId, userId])).length === 0) throw new NotFound('The member');
}

const auditEntryOf = (
  siteId: string,
  action: string,
  subjectKind: AuditEntry['subjectKind'],
  subjectId: string,
): AuditEntry => ({
  siteId,
  action,
  subjectKind,
  subjectId,
});
