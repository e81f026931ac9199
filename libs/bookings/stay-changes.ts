import type { Step } from '#libs/occupancy/exchange.queries';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { type Change, changesBetween } from '#libs/bookings/booking-trail';
import type { Restay } from '#libs/bookings/stay-parts';

type Facts = Pick<BookingFactsRow, 'occupied_from' | 'occupied_to' | 'planned_move'>;

/** The move that a booking plans after its places changed hands: who gives up places gives up what was planned. */
export function plannedAfter({ planned_move }: Facts, { leaves = [], takes = [] }: Step): Facts['planned_move'] {
  const next = takes[1];
  if (next) return { location: next.locationId, from: next.from };
  return leaves.length > 0 ? null : planned_move;
}

/** What the trail records of a new stay, in addition to the request. */
export const stayChanges = (row: Facts, next: Restay): Change[] =>
  changesBetween<Facts>(row, {
    occupied_from: next.columns.occupied_from,
    occupied_to: next.columns.occupied_to,
    planned_move: plannedAfter(row, next),
  });
