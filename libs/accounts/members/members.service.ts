import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database, type Sql, type Transaction } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { naming } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { newId } from '#libs/core/http/ids';
import { Outbox } from '#libs/core/mail/outbox';
import { promiseMail } from '#libs/core/mail/outbox.queries';
import { Clock } from '#libs/core/time/clock';
import type { Caller, SiteAccess, SiteSettings } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { AddMemberRequest, MemberResponse } from '#libs/accounts/members/members.dto';
import { issuePasswordToken } from '#libs/accounts/passwords/password-tokens';
import type { Role } from '#libs/accounts/access/permissions';

const MEMBERS = `
SELECT u.id AS _id, u.email, u.first_name, u.last_name, m.role, u.disabled_at IS NOT NULL AS disabled, u.password_hash IS NULL AS invited,
  (SELECT o.state FROM outgoing_mails o WHERE o.user_id = u.id AND o.kind = 'invitation' ORDER BY o.created_at DESC LIMIT 1) AS invitation_mail,
  m.version, m.created_at, m.updated_at
FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.site_id = $1`;
// As people sort, on every machine.
const BY_NAME = 'ORDER BY u.last_name COLLATE "und-x-icu", u.first_name COLLATE "und-x-icu", u.id';

const already = () =>
  new DomainError('already_member', 'The user is a member of this site already; change the role instead.');
const CLASHES = { memberships_pkey: already };
const lastAdmin = () => new DomainError('last_admin', 'A site keeps at least one administrator.');

// The profile must not go on naming a site that its user has lost.
const FORGET_SITE = 'UPDATE users SET last_site_id = NULL WHERE id = $2 AND last_site_id = $1 AND NOT owner';

/** A site that takes somebody in, and who does that; without a caller it is the operator. */
interface Host {
  site: Pick<SiteSettings, 'id' | 'name'>;
  caller?: Caller;
}

@Injectable()
export class MembersService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  list({ site }: SiteAccess): Promise<MemberResponse[]> {
    return this.database.rows<MemberResponse>(`${MEMBERS} ${BY_NAME}`, [site.id]);
  }

  /** @throws DomainError `already_member`, `validation_failed` when a new user has no name */
  async add({ site, caller }: Host, request: AddMemberRequest): Promise<MemberResponse> {
    const now = this.clock.now();
    const { member, mailId } = await naming(CLASHES, () =>
      this.database.transaction(async (tx) => {
        const user = await this.findOrInvite(tx, request, now);
        if (user.token) {
          const deed = { action: 'user.invited', subjectKind: 'user' as const, subjectId: user.userId };
          await recordAudit(tx, caller, now, { siteId: site.id, ...deed });
        }
        await tx.rows(
          'INSERT INTO memberships (site_id, user_id, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)',
          [site.id, user.userId, request.role, now],
        );
        const changes = [{ field: 'role', from: null, to: request.role }];
        await recordAudit(tx, caller, now, {
          siteId: site.id,
          action: 'member.added',
          subjectKind: 'membership',
          subjectId: user.userId,
          changes,
        });
        const mailId = user.token && (await this.promise(tx, user.userId, request.email, site.name, user.token));
        return { member: await find(tx, site.id, user.userId), mailId };
      }),
    );
    if (mailId) await this.outbox.send(mailId);
    return member;
  }

  /** @throws DomainError `last_admin`, NotFound, VersionMismatch */
  async changeRole(
    { site, caller }: SiteAccess,
    userId: string,
    role: Role,
    version?: number,
  ): Promise<MemberResponse> {
    return this.database.transaction(async (tx) => {
      const { member, isLastAdmin } = await lockMember(tx, site.id, userId);
      requireVersion(member.version, version);
      if (member.role === role) return find(tx, site.id, userId);
      if (isLastAdmin) throw lastAdmin();
      const now = this.clock.now();
      await tx.rows(
        'UPDATE memberships SET role = $3, version = version + 1, updated_at = $4 WHERE site_id = $1 AND user_id = $2',
        [site.id, userId, role, now],
      );
      const changes = [{ field: 'role', from: member.role, to: role }];
      await recordAudit(tx, caller, now, {
        siteId: site.id,
        action: 'member.role_changed',
        subjectKind: 'membership',
        subjectId: userId,
        changes,
      });
      return find(tx, site.id, userId);
    });
  }

  /** @throws DomainError `last_admin`, NotFound, VersionMismatch */
  async remove({ site, caller }: SiteAccess, userId: string, version?: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { member, isLastAdmin } = await lockMember(tx, site.id, userId);
      requireVersion(member.version, version);
      if (isLastAdmin) throw lastAdmin();
      await tx.rows('DELETE FROM memberships WHERE site_id = $1 AND user_id = $2', [site.id, userId]);
      await tx.rows(FORGET_SITE, [site.id, userId]);
      const changes = [{ field: 'role', from: member.role, to: null }];
      await recordAudit(tx, caller, this.clock.now(), {
        siteId: site.id,
        action: 'member.removed',
        subjectKind: 'membership',
        subjectId: userId,
        changes,
      });
    });
  }

  private promise(tx: Transaction, userId: string, email: string, site: string, token: string): Promise<string> {
    const mail = invitation(email, site, webUrl(this.config), token);
    return promiseMail(tx, this.config.JWT_SECRET, { kind: 'invitation', userId, ...mail });
  }

  private async findOrInvite(
    tx: Transaction,
    { email, first_name, last_name }: AddMemberRequest,
    now: Date,
  ): Promise<{ userId: string; token?: string }> {
    const known = await findByEmail(tx, email);
    if (known) return { userId: known };
    requireName(first_name, last_name);
    const INSERT = `INSERT INTO users (id, email, first_name, last_name, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
      ON CONFLICT (lower(email)) DO NOTHING RETURNING id`;
    const [made] = await tx.rows<{ id: string }>(INSERT, [newId(), email, first_name, last_name, now]);
    // Somebody else invited the same email at the same moment.
    if (!made) return { userId: (await findByEmail(tx, email)) ?? '' };
    return { userId: made.id, token: await issuePasswordToken(tx, made.id, 'invite', now) };
  }
}

async function findByEmail(sql: Sql, email: string): Promise<string | undefined> {
  return (await sql.rows<{ id: string }>('SELECT id FROM users WHERE lower(email) = lower($1)', [email]))[0]?.id;
}

async function find(sql: Sql, siteId: string, userId: string): Promise<MemberResponse> {
  const [member] = await sql.rows<MemberResponse>(`${MEMBERS} AND u.id = $2`, [siteId, userId]);
  if (!member) throw new NotFound('The member');
  return member;
}

// All members of the site are locked: two admins cannot demote each other at the same moment.
async function lockMember(tx: Transaction, siteId: string, userId: string) {
  const LOCK = 'SELECT user_id, role, version FROM memberships WHERE site_id = $1 ORDER BY user_id FOR UPDATE';
  const members = await tx.rows<{ user_id: string; role: Role; version: number }>(LOCK, [siteId]);
  const member = members.find(({ user_id }) => user_id === userId);
  if (!member) throw new NotFound('The member');
  const admins = members.filter(({ role }) => role === 'admin');
  return { member, isLastAdmin: member.role === 'admin' && admins.length === 1 };
}

function requireName(first: string | undefined, last: string | undefined): void {
  const faults = [!first && '/first_name', !last && '/last_name'].filter((pointer): pointer is string =>
    Boolean(pointer),
  );
  if (faults.length === 0) return;
  const errors = faults.map((pointer) => ({
    pointer,
    code: 'required',
    detail: 'is required: nobody has this email yet',
  }));
  throw new DomainError('validation_failed', 'Nobody has this email yet; send the name, too.', {}, errors);
}

const invitation = (to: string, site: string, url: string, token: string) => ({
  to,
  subject: `You are invited to ${site} on Lodge`,
  text: `Set your password within the next seven days:\n\n${url}/reset-password#${token}\n\nThe token alone: ${token}`,
});
