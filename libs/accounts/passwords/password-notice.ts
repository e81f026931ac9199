import type { Mail } from '#libs/core/mail/mailer';

/** Tells somebody that their password is another now, in case it was not them. */
export const passwordChanged = (to: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: 'The password of your Lodge account was changed just now. If that was not you, tell your housing office.',
});
