import { randomInt } from 'node:crypto';

// Without 0, O, 1, I and L, which people mix up.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const MADE = new RegExp(`^S-[${ALPHABET}]{8}$`);

/** Whether a student id was made by Lodge, so that it says nothing about the person. */
export const isMadeStudentId = (studentId: string): boolean => MADE.test(studentId);

/** A student id for a person without one: `S-` and 8 random characters. */
export const newStudentId = (): string =>
  `S-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
