import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '#libs/core/errors/domain-error';

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_LENGTH = 128;

// Verified against when there is no user, so that an unknown email takes as long as a wrong password.
const NOBODY = await hash('nobody has this password', COST);

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether a password fits a stored hash; as slow without a hash as with one. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? NOBODY, password);
  return fits && Boolean(stored);
}

/** @throws DomainError `weak_password` with every rule that the password breaks */
export function requireStrong(password: string, email: string, minLength: number): void {
  const faults = [
    [...password].length < minLength && `must have at least ${minLength} characters`,
    [...password].length > MAX_LENGTH && `must have at most ${MAX_LENGTH} characters`,
    new Set(password.toLowerCase()).size < 5 && 'must have at least 5 different characters',
    containsEmail(password, email) && 'must not contain the email address',
  ].filter((fault): fault is string => Boolean(fault));
  if (faults.length > 0) throw new DomainError('weak_password', `The password ${faults.join(' and ')}.`);
}

function containsEmail(password: string, email: string): boolean {
  const [name = ''] = email.toLowerCase().split('@');
  return name.length >= 4 && password.toLowerCase().includes(name);
}
