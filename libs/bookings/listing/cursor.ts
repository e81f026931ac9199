import { InvalidField } from '#libs/core/errors/domain-error';
import type { Sort } from '#libs/bookings/listing/list-bookings.dto';
import { isReadable, sortOrder } from '#libs/bookings/listing/sort-orders';

/** A position after a row of a list: the sort, and the values of its keys in that row. */
export const encodeCursor = (sort: Sort, values: string[]): string =>
  Buffer.from(JSON.stringify([sort, ...values])).toString('base64url');

/** The values of the row that a cursor follows. @throws InvalidField `invalid_query` when it is not a cursor, or is of another sort */
export function decodeCursor(cursor: string, sort: Sort): string[] {
  const [made, ...values] = parse(cursor);
  if (made !== sort || !isReadable(sortOrder(sort), values))
    throw new InvalidField('invalid_query', 'cursor', 'must be a next_cursor of this list with the same sort');
  return values;
}

function parse(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
