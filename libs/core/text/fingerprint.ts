import { createHash } from 'node:crypto';
import { DomainError } from '#libs/core/errors/domain-error';

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** A hash of a JSON value that does not depend on the order of its keys. */
export function fingerprintOf(value: unknown): string {
  try {
    return createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError('validation_failed', 'The body is nested deeper than any request of Lodge.');
  }
}
