import { createHash } from 'node:crypto';
import { DomainError } from '#libs/core/errors/domain-error';

/** A value with its keys in order. `JSON.stringify` could sort them itself, but takes several times as long if it has to ask for each value. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof (value as Partial<Date>).toJSON === 'function') return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key as keyof typeof value])]));
}

/** A hash of a JSON value that does not depend on the order of its keys. */
export function fingerprintOf(value: unknown): string {
  try {
    return createHash('sha256')
      .update(JSON.stringify(sorted(value)))
      .digest('base64url');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError('validation_failed', 'The body is nested deeper than any request of Lodge.');
  }
}
