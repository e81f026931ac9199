import type { PromisedMail } from '#libs/core/mail/outbox.queries';

/** Notifies a user that their password was changed, in case somebody else did it. */
export const passwordChanged = (userId: string, to: string): PromisedMail => ({
  kind: 'notice',
  userId,
  to,
  subject: 'Your password was changed',
  text: 'The password of your Lodge account was changed just now. If that was not you, tell your housing office.',
});
