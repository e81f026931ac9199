import { addDays } from '#libs/core/time/site-time';
import type { Leave } from '#libs/occupancy/exchange.queries';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { earlier, later, type Restay, stayOfRow, type WantedStay } from '#libs/bookings/stay-parts';

/** The last day on which the stay of a resident can have begun: the day of the arrival, but before the first move. */
export function lastStart(row: BookingFactsRow, arrived: string | null): string {
  const first = row.stays[0];
  const day = arrived ?? row.occupied_from;
  return first?.state === 'left' && first.to ? earlier(day, addDays(first.to, -1)) : day;
}

/**
 * Whether a later start leaves no night of the rooms before the present one: all moves were dated before the arrival, so that the guest was in
 * none of them.
 */
export const startsAfterMoves = (row: BookingFactsRow, { contract_start: start, location, arrived }: WantedStay): boolean =>
  row.segment > 1 && location === row.location && start > row.contract_start && start >= row.segment_from && start <= (arrived ?? row.occupied_from); // prettier-ignore

/**
 * The first night of a resident: that of the contract, or of an earlier arrival. A start that is put back takes the nights since
 * then, one that is put off gives back those before the arrival.
 */
export function begunOn(row: BookingFactsRow, wanted: WantedStay): string {
  const { contract_start: start, occupied_from: from } = row;
  if (wanted.contract_start === start) return from;
  if (wanted.contract_start < start) return earlier(from, wanted.contract_start);
  if (startsAfterMoves(row, wanted)) return wanted.contract_start;
  return later(from, earlier(wanted.contract_start, lastStart(row, wanted.arrived ?? null)));
}

/** With another first night of a stay whose first room has been left. */
export function withBegin(row: BookingFactsRow, today: string, begun: string, next: Restay): Restay {
  const { occupied_from: from } = row;
  if (begun === from || next.columns.segment === 1) return next;
  const location = row.stays[0]?.location ?? row.location;
  const nights = { segment: 1, location, from: begun, to: later(begun, from), turnaround: 0 };
  const begin: Leave = { bookingId: row._id, segment: 1, how: 'begin', ended: begun };
  return {
    ...next,
    // Before the rest, as a room that is left on the day on which its stay began would have no night any more that could begin earlier; or
    // after it, as a room whose resident is late to leave gets the nights since the end of the contract only when it is left.
    leaves: begun < from ? [begin, ...(next.leaves ?? [])] : [...(next.leaves ?? []), begin],
    ...(begun < from && { needs: stayOfRow(row, today, nights) }),
    columns: { ...next.columns, occupied_from: begun },
  };
}
