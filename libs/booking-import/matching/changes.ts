import { BOOKING_FIELDS, IMPORTED_FIELDS, type ImportedField } from '#libs/bookings/booking-fields';
import type { Normalized } from '#libs/booking-import/rows/read-row';
import type { KnownBooking } from '#libs/booking-import/matching/resolve.queries';

/** A field of a booking that a row would change. */
export interface Change {
  field: string;
  from: string | null;
  to: string | null;
}

/** The fields of a booking as a row gives them; null where it gives nothing. */
export function fieldsOf(row: Normalized): Pick<KnownBooking, ImportedField> {
  const fields: Record<string, string | null> = {};
  for (const name of IMPORTED_FIELDS) fields[name] = row[BOOKING_FIELDS[name].imported.column];
  return fields as never;
}

/** What a row would change in a booking. An empty cell changes nothing. */
export function changesOf(
  booking: KnownBooking,
  row: Normalized,
  person: string | null,
  location: string | null,
): Change[] {
  const wanted = { lead_person: person, location, ...fieldsOf(row) };
  const plain = (text: string | null) => text?.replace(/\r\n?/g, '\n').trim() ?? null;
  return (Object.keys(wanted) as (keyof typeof wanted)[]).flatMap((field) => {
    const [from, to] = [booking[field], wanted[field]];
    return to !== null && plain(to) !== plain(from) ? [{ field, from, to }] : [];
  });
}
