import { randomInt } from 'node:crypto';

// Without 0, O, 1, I and L, which people mix up.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A student id for somebody who came without: `S-` and 8 random characters. */
export const newStudentId = (): string =>
  `S-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
