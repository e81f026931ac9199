import { addTo } from '#libs/core/collections/grouped';
import { BOOKING_FIELDS, type ImportedField } from '#libs/bookings/booking-fields';
import type { Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import type { KnownBooking } from '#libs/booking-import/matching/resolve.queries';

/** So many values of a column have to be those of other rows. One number plate is enough: it is that of one car. */
const LEAST: Partial<Record<ImportedField, number>> = {
  contract_start: 3,
  contract_end: 3,
  parking_expiry_at: 3,
  departure_slot_at: 3,
  hold_until: 3,
  notes: 2,
  vehicle_registration: 1,
};

/**
 * Asks about values that rows of an export give their bookings, and that other bookings of the file had until now: a column may have been sorted alone,
 * or moved by a line.
 */
export function askOfMovedValues(drafts: readonly Draft[]): void {
  const named = drafts.flatMap((draft) => (draft.existing ? [{ draft, booking: draft.existing }] : []));
  for (const [field, least] of Object.entries(LEAST) as [ImportedField, number][]) askOfField(named, field, least);
}

function askOfField(
  named: readonly { draft: Draft; booking: KnownBooking }[],
  field: ImportedField,
  least: number,
): void {
  // The values that bookings would no longer have, or keep because their cells are empty now.
  const lost = new Map<string, string[]>();
  for (const { draft, booking } of named) {
    const before = booking[field];
    const isLost = fieldsOf(draft.normalized)[field] === null || draft.changes.some((change) => change.field === field);
    if (before !== null && isLost) addTo(lost, before, booking.reference);
  }
  const given = named.flatMap(({ draft }) => {
    const to = draft.changes.find((change) => change.field === field)?.to;
    return to ? [{ draft, to, owners: lost.get(to) }] : [];
  });
  const moved = countMoved(
    given.map(({ to }) => to),
    lost,
  );
  // Who changes many values in one way gives most of them values that no other row had.
  if (moved < least || moved < given.length - 1) return;
  for (const { draft, to, owners } of given)
    if (owners)
      draft.issues.push(warning('doubtful_value', `is what ${owners[0] ?? ''} has, and its row has something else or nothing; were the cells of this column moved or sorted alone?`, { field: BOOKING_FIELDS[field].imported.column, value: to })); // prettier-ignore
}

/** How many values are those that were lost, each taken once. */
function countMoved(given: readonly string[], lost: ReadonlyMap<string, readonly string[]>): number {
  const left = new Map([...lost].map(([value, owners]) => [value, owners.length]));
  return given.filter((value) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count > 0;
  }).length;
}
