import { type Language } from '#libs/core/languages/catalogue';
import { type Speaker, speakerOf } from '#libs/core/languages/say';
import { mailOf } from '#libs/core/mail/letter';
import type { Mail } from '#libs/core/mail/mailer';
import type { Letterhead } from '#libs/core/pages/letterhead';
import type { Role } from '#libs/accounts/access/permissions';

interface Invited {
  to: string;
  site: Letterhead;
  role: Role;
  inviter: string;
  /** That of the inviter, for a site that has none. */
  language?: Language | undefined;
  /** Where the pages for people are. */
  url: string;
}

const speakerFor = ({ site, language }: Invited): Speaker => speakerOf(site.language ?? language ?? 'en');

/** To a person without an account: the link sets a password, creates the account and accepts. */
export const invitationToJoin = (invited: Invited, token: string): Mail =>
  invitation(invited, {
    how: 'accept_by_password',
    action: { label: 'set_password', url: `${invited.url}/reset-password#${token}` },
    token,
  });

/** To a person with an account. */
export const invitationToAccept = (invited: Invited): Mail =>
  invitation(invited, {
    how: 'accept_by_log_in',
    action: { label: 'see_invitation', url: `${invited.url}/invitations` },
  });

interface Way {
  how: 'accept_by_password' | 'accept_by_log_in';
  action: { label: 'set_password' | 'see_invitation'; url: string };
  token?: string;
}

function invitation(invited: Invited, { how, action, token }: Way): Mail {
  const { to, site, inviter, role } = invited;
  const speaker = speakerFor(invited);
  const { say } = speaker;
  return mailOf({
    to,
    site,
    speaker,
    subject: say('invitation_subject', { site: site.name }),
    paragraphs: [say('invitation', { inviter, site: site.name, role }), say(how)],
    action: { label: say(action.label), url: action.url },
    after: [...(token ? [say('token_alone', { token })] : []), say('unwanted_invitation')],
  });
}
