import { BOOKING_FIELDS, IMPORTED_FIELDS, type ImportedField } from '#libs/bookings/booking-fields';
import { endOfDay } from '#libs/booking-import/dates/instants';
import { localDate } from '#libs/core/time/site-time';
import type { Normalized, ReadRow } from '#libs/booking-import/rows/read-row';
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

/** What a row says, and whom and where it means. */
interface Understood extends Pick<ReadRow, 'normalized' | 'wholeDays'> {
  person: { person_id: string | null };
  location: { location_id: string | null };
}

/** What a row would change in a booking. An empty cell changes nothing, nor does a day on which the booking has a moment. */
export function changesOf(
  booking: KnownBooking,
  { normalized, person, location, wholeDays }: Understood,
  timeZone: string,
): Change[] {
  const wanted = { lead_person: person.person_id, location: location.location_id, ...fieldsOf(normalized) };
  const plain = (text: string | null) => text?.replace(/\r\n?/g, '\n').trim() ?? null;
  const isOnDay = (from: string | null, day: string) => from !== null && endOfDay(localDate(new Date(from), timeZone), timeZone) === day; // prettier-ignore
  const days: string[] = IMPORTED_FIELDS.filter((name) => wholeDays.includes(BOOKING_FIELDS[name].imported.column));
  return (Object.keys(wanted) as (keyof typeof wanted)[]).flatMap((field) => {
    const [from, to] = [booking[field], wanted[field]];
    const isOther = to !== null && plain(to) !== plain(from) && !(days.includes(field) && isOnDay(from, to));
    return isOther ? [{ field, from, to }] : [];
  });
}
