import type { Deed } from '#libs/accounts/audit/audit';

export const memberDeed = (siteId: string, subjectId: string, what: string): Deed => ({
  siteId,
  action: `member.${what}`,
  subjectKind: 'membership',
  subjectId,
});

export const invitationDeed = (siteId: string, subjectId: string, what: string): Deed => ({
  siteId,
  action: `invitation.${what}`,
  subjectKind: 'invitation',
  subjectId,
});
