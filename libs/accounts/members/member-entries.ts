import type { AuditEntry } from '#libs/accounts/audit/audit';

export const memberEntry = (siteId: string, subjectId: string, what: string): AuditEntry => ({
  siteId,
  action: `member.${what}`,
  subjectKind: 'membership',
  subjectId,
});

export const invitationEntry = (siteId: string, subjectId: string, what: string): AuditEntry => ({
  siteId,
  action: `invitation.${what}`,
  subjectKind: 'invitation',
  subjectId,
});
