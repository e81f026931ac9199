import type { Mail } from '#libs/core/mail/mailer';
import { seal, unseal } from '#libs/core/sealed';

const purposeOf = (id: string, secret: string) => ({ use: 'outgoing mails', id, secret });

/** A mail as it is stored: links in it set passwords, and a copy of the database must not reveal them. */
export const sealMail = (mail: Mail, id: string, secret: string): Buffer =>
  seal(JSON.stringify(mail), purposeOf(id, secret));

/** @throws Error when it was sealed with another secret, or for another row */
export const openMail = (sealed: Buffer, id: string, secret: string): Mail =>
  JSON.parse(unseal(sealed, purposeOf(id, secret))) as Mail;
