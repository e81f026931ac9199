import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import type { Language } from '#libs/core/languages/catalogue';
import { Outbox } from '#libs/core/mail/outbox';
import { Clock } from '#libs/core/time/clock';
import type { Caller, SiteAccess, SiteSettings } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import {
  endInvitation,
  insertInvitation,
  noteMail,
  lockInvitation,
  setInvitedRole,
} from '#libs/accounts/members/invitations.queries';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { invitationToAccept, invitationToJoin } from '#libs/accounts/members/member-mails';
import type { AddMemberRequest, MemberResponse } from '#libs/accounts/members/members.dto';
import {
  addMember,
  findMembershipState,
  getMember,
  listMembers,
  lockMember,
  removeMember,
  removeSuspended,
  resumeMember,
  setRole,
  suspendMember,
} from '#libs/accounts/members/members.queries';
import type { Role } from '#libs/accounts/access/permissions';
import { invitationEntry, memberEntry } from '#libs/accounts/members/member-entries';

const already = () =>
  new DomainError('already_member', 'The user is a member of this site already; change the role instead.');
const invitedAlready = () =>
  new DomainError(
    'already_invited',
    'There is an open invitation. To send another one, remove the invited person from the members first.',
  );
const lastAdmin = () => new DomainError('last_admin', 'A site keeps at least one administrator.');

/** A site that gets a new member, and the caller who adds them; without a caller it is the operator. */
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
    return listMembers(this.database, site.id, this.clock.now());
  }

  /**
   * Mails an invitation to become a member. Response and work are the same whether an account has the email or not.
   * @throws DomainError `already_member`, `already_invited`
   */
  async add({ site, caller }: Host, request: AddMemberRequest, language?: Language): Promise<MemberResponse> {
    const now = this.clock.now();
    const { email, role, first_name: firstName = null, last_name: lastName = null } = request;
    const inviter = caller?.name ?? 'The operator';
    const { member, mailId } = await this.database.transaction(async (tx) => {
      const invitee = await findMembershipState(tx, site.id, email);
      if (invitee.member) throw already();
      const by = caller?.userId ?? null;
      const made = await insertInvitation(tx, { siteId: site.id, email, firstName, lastName, role, by, inviter, now });
      if (!made) throw invitedAlready();
      const changes = [
        { field: 'email', from: null, to: email },
        { field: 'role', from: null, to: role },
      ];
      await recordAudit(tx, caller, now, { ...invitationEntry(site.id, made.id, 'created'), changes });
      const invited = {
        to: email,
        site: await getLetterhead(tx, site.id),
        role,
        inviter,
        language,
        url: webUrl(this.config),
      };
      const mail = invitee.known ? invitationToAccept(invited) : invitationToJoin(invited, made.token);
      const promised = { kind: 'invitation' as const, usefulForHours: 7 * 24, ...mail };
      const mailId = await this.outbox.promise(tx, promised);
      await noteMail(tx, made.id, mailId);
      return { member: await getMember(tx, site.id, made.id, now), mailId };
    });
    await this.outbox.send(mailId);
    return member;
  }

  /** Makes a person with an account a member at once: for the operator, who owns every account. @throws NotFound, DomainError `already_member` */
  async addKnown({ site }: Pick<Host, 'site'>, email: string, role: Role): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const [user] = await tx.rows<{ id: string }>('SELECT id FROM users WHERE lower(email) = lower($1)', [email]);
      if (!user) throw new NotFound('The user');
      if (!(await addMember(tx, site.id, user.id, role, now))) throw already();
      const changes = [{ field: 'role', from: null, to: role }];
      await recordAudit(tx, undefined, now, { ...memberEntry(site.id, user.id, 'added'), changes });
    });
  }

  /** The role of a member, or of an open invitation. @throws DomainError `last_admin`, NotFound, VersionMismatch */
  async changeRole({ site, caller }: SiteAccess, id: string, role: Role, version?: number): Promise<MemberResponse> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const member = await lockMember(tx, site.id, id);
      const invitation = member ? undefined : await lockInvitation(tx, site.id, id, now);
      const found = member ?? invitation;
      if (!found) throw new NotFound('The member');
      requireVersion(found.version, version);
      if (found.role === role) return getMember(tx, site.id, id, now);
      if (member?.isLastAdmin) throw lastAdmin();
      if (member) await setRole(tx, site.id, id, role, now);
      else await setInvitedRole(tx, id, role, now);
      const changes = [{ field: 'role', from: found.role, to: role }];
      const auditEntry = member
        ? memberEntry(site.id, id, 'role_changed')
        : invitationEntry(site.id, id, 'role_changed');
      await recordAudit(tx, caller, now, { ...auditEntry, changes });
      return getMember(tx, site.id, id, now);
    });
  }

  /** Removes a member, suspended or not, or takes an invitation back. @throws DomainError `last_admin`, NotFound, VersionMismatch */
  async remove({ site, caller }: SiteAccess, id: string, version?: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const member = await lockMember(tx, site.id, id);
      if (!member) return this.removeOther(tx, site.id, id, { caller, now, version });
      requireVersion(member.version, version);
      if (member.isLastAdmin) throw lastAdmin();
      await removeMember(tx, site.id, id);
      const changes = [{ field: 'role', from: member.role, to: null }];
      await recordAudit(tx, caller, now, { ...memberEntry(site.id, id, 'removed'), changes });
    });
  }

  private async removeOther(
    tx: Transaction,
    siteId: string,
    id: string,
    { caller, now, version }: { caller: Caller; now: Date; version: number | undefined },
  ): Promise<void> {
    const suspended = await removeSuspended(tx, siteId, id);
    if (suspended) {
      const changes = [{ field: 'role', from: suspended, to: null }];
      return recordAudit(tx, caller, now, { ...memberEntry(siteId, id, 'removed'), changes });
    }
    const invitation = await lockInvitation(tx, siteId, id, now);
    if (!invitation) throw new NotFound('The member');
    requireVersion(invitation.version, version);
    await endInvitation(tx, id, now);
    await recordAudit(tx, caller, now, invitationEntry(siteId, id, 'revoked'));
  }

  /** Suspends the membership until it is resumed. @throws DomainError `last_admin`, NotFound */
  async suspend({ site, caller }: SiteAccess, userId: string): Promise<MemberResponse> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const member = await lockMember(tx, site.id, userId);
      if (member?.isLastAdmin) throw lastAdmin();
      if (member) {
        await suspendMember(tx, site.id, userId, now);
        await recordAudit(tx, caller, now, memberEntry(site.id, userId, 'suspended'));
      }
      return requireState(await getMember(tx, site.id, userId, now), 'suspended');
    });
  }

  /** Gives a suspended membership back, with the role of then. @throws NotFound */
  async resume({ site, caller }: SiteAccess, userId: string): Promise<MemberResponse> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const role = await resumeMember(tx, site.id, userId, now);
      if (role) await recordAudit(tx, caller, now, memberEntry(site.id, userId, 'resumed'));
      return requireState(await getMember(tx, site.id, userId, now), 'active');
    });
  }
}

function requireState(member: MemberResponse, state: MemberResponse['state']): MemberResponse {
  if (member.state !== state) throw new NotFound('The member');
  return member;
}
