import type { Normalized } from '#libs/booking-import/read-row';
import type { KnownBooking } from '#libs/booking-import/resolve.queries';

/** A field of a booking that a row would change. */
export interface Change {
  field: string;
  from: string | null;
  to: string;
}

/** What a row would change in a booking. An empty cell changes nothing. */
export function changesOf(
  booking: KnownBooking,
  row: Normalized,
  person: string | null,
  location: string | null,
): Change[] {
  const wanted: [Exclude<keyof KnownBooking, 'version'>, string | null][] = [
    ['lead_person', person],
    ['location', location],
    ['contract_start', row.contract_start],
    ['contract_end', row.contract_end],
    ['vehicle_registration', row.vehicle_registration],
    ['parking_expiry_at', row.parking_expiry],
    ['departure_slot_at', row.departure_slot],
    ['notes', row.notes],
  ];
  const plain = (text: string | null) => text?.replace(/\r\n?/g, '\n').trim() ?? null;
  return wanted.flatMap(([field, to]) =>
    to !== null && plain(to) !== plain(booking[field]) ? [{ field, from: booking[field], to }] : [],
  );
}
