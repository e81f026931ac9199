import { mailOf } from '#libs/core/mail/letter';
import type { Mail } from '#libs/core/mail/mailer';
import type { Letterhead } from '#libs/core/pages/letterhead';
import type { Role } from '#libs/accounts/access/permissions';

interface Invited {
  to: string;
  site: Letterhead;
  role: Role;
  inviter: string;
  /** Where the pages for people are. */
  url: string;
}

const subjectOf = (site: string) => `You are invited to ${site} on Lodge`;
const opening = ({ inviter, site, role }: Invited) =>
  `${inviter} invites you to work at ${site.name} on Lodge, with the role ${role}.`;
const UNWANTED = 'If you do not know what this is about, ignore it: nothing happens until you accept.';

/** To somebody who has no account yet: the link sets a password, makes the account and accepts. */
export const invitationToJoin = (invited: Invited, token: string): Mail =>
  mailOf({
    to: invited.to,
    site: invited.site,
    subject: subjectOf(invited.site.name),
    paragraphs: [opening(invited), 'Accept by setting a password within the next seven days:'],
    action: { label: 'Set a password', url: `${invited.url}/reset-password#${token}` },
    after: [`The token alone: ${token}`, UNWANTED],
  });

/** To somebody who has an account. */
export const invitationToAccept = (invited: Invited): Mail =>
  mailOf({
    to: invited.to,
    site: invited.site,
    subject: subjectOf(invited.site.name),
    paragraphs: [opening(invited), 'Log in with your account and accept within the next seven days:'],
    action: { label: 'See the invitation', url: `${invited.url}/invitations` },
    after: [UNWANTED],
  });
