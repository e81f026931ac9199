import { instantOf } from '#libs/core/time/site-time';
import type { BookingRow } from '#libs/bookings/booking-rows';
import { type RowField, typeOf } from '#libs/bookings/booking-fields';
import { siteDate } from '#libs/bookings/stay-dates';

/**
 * The fields that a request gives, as they are stored: dates of the site, instants in UTC, null for an empty text. Fields
 * that it does not give are left out.
 */
export function givenFields<Name extends RowField>(
  request: { [Field in Name]?: unknown },
  names: readonly Name[],
  timeZone: string,
): Partial<Pick<BookingRow, Name>> {
  const given = names.filter((name) => request[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, stored(request[name], typeOf(name), timeZone)])) as Partial<
    Pick<BookingRow, Name>
  >;
}

function stored(value: unknown, type: string, timeZone: string): unknown {
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  if (type === 'date') return siteDate(value, timeZone);
  if (type === 'timestamptz') return instantOf(value, timeZone).toISOString();
  return value;
}
