import type { PromisedMail } from '#libs/core/mail/outbox.queries';

/** Tells somebody that their password is another now, in case it was not them. */
export const passwordChanged = (userId: string, to: string): PromisedMail => ({
  kind: 'notice',
  userId,
  to,
  subject: 'Your password was changed',
  text: 'The password of your Lodge account was changed just now. If that was not you, tell your housing office.',
});
