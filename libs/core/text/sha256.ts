import { createHash } from 'node:crypto';

/** The hash of a text in 32 bytes, such as that by which a secret is stored. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
