import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import type { Caller } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { OwnInvitationResponse } from '#libs/accounts/members/invitations.dto';
import {
  acceptInvitation,
  endInvitation,
  type InvitationRow,
  listOwnInvitations,
  lockOwnInvitation,
} from '#libs/accounts/members/invitations.queries';
import { addMember } from '#libs/accounts/members/members.queries';

/** The invited person's part of an invitation: list, accept, decline. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list({ userId }: Caller): Promise<OwnInvitationResponse[]> {
    return listOwnInvitations(this.database, userId, this.clock.now());
  }

  /** Makes the caller a member. @throws NotFound when it was revoked, accepted or declined, has expired or is for another person */
  async accept(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      await join(tx, await this.require(tx, caller, id, now), caller, now);
    });
  }

  /** @throws NotFound as accept */
  async decline(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const { site_id: siteId } = await this.require(tx, caller, id, now);
      await endInvitation(tx, id, now);
      const auditEntry = { siteId, action: 'invitation.declined', subjectKind: 'invitation' as const, subjectId: id };
      await recordAudit(tx, caller, now, auditEntry);
    });
  }

  private async require(tx: Transaction, { userId }: Caller, id: string, now: Date): Promise<InvitationRow> {
    const invitation = await lockOwnInvitation(tx, userId, id, now);
    if (!invitation) throw new NotFound('The invitation');
    return invitation;
  }
}

/** Creates the membership of a locked invitation. */
export async function join(
  tx: Transaction,
  { id, site_id: siteId, role }: InvitationRow,
  member: Pick<Caller, 'userId' | 'name'> & Partial<Caller>,
  now: Date,
): Promise<void> {
  const { userId } = member;
  await acceptInvitation(tx, id, userId, now);
  if (!(await addMember(tx, siteId, userId, role, now))) return;
  const changes = [{ field: 'role', from: null, to: role }];
  const subject = { siteId, subjectKind: 'membership' as const, subjectId: userId };
  await recordAudit(tx, member, now, { ...subject, action: 'member.added', changes });
}
