import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Mail } from '#libs/core/mail/mailer';

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

// Derived, so that the secret is used for nothing else in this form.
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'lodge outgoing mails', 32));

/** A mail as it is stored: links in it set passwords, and a copy of the database must not give them away. */
export function sealMail(mail: Mail, id: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(mail), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws Error when it was sealed with another secret, or for another row */
export function openMail(sealed: Buffer, id: string, secret: string): Mail {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(id)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Mail;
}
