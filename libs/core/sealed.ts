import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** The owner and the purpose for which a text is encrypted. With others it cannot be decrypted. */
export interface Purpose {
  use: string;
  id: string;
  secret: string;
}

/** A key for one use: the secret itself is used for nothing in this form. */
export const keyOf = ({ use, secret }: Pick<Purpose, 'use' | 'secret'>): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `lodge ${use}`, 32));

/** A text as it is stored when a copy of the database must not reveal it. */
export function seal(text: string, purpose: Purpose): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(purpose), nonce).setAAD(Buffer.from(purpose.id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when it was sealed with another secret, or for another purpose */
export function unseal(sealed: Buffer, purpose: Purpose): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(purpose), nonce).setAAD(Buffer.from(purpose.id)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
