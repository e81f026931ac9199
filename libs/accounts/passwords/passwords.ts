import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '#libs/core/errors/domain-error';

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// A flood of log-ins must leave a core and libuv's threads to everybody else; a request that the queue has no room for is refused with `overloaded`.
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism()) - 1);
const MOST_WAITING = 100;
const limit = pLimit(AT_ONCE);

// Verified against when there is no user, so that an unknown email takes as long as a wrong password.
const NOBODY = await hash('nobody has this password', COST);

/** @throws DomainError `overloaded` */
export const hashPassword = (password: string): Promise<string> => inQueue(() => hash(password, COST));

/**
 * Whether a password fits a stored hash; as slow without a hash as with one.
 * @throws DomainError `overloaded`
 */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await inQueue(() => verify(stored ?? NOBODY, password));
  return fits && Boolean(stored);
}

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MOST_WAITING)
    throw new DomainError('overloaded', 'Too many passwords are being checked at the moment.');
  return limit(work);
}
