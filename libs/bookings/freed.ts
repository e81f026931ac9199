import type { Sql } from '#libs/core/database/transaction';
import { matchWaiting, type Freed } from '#libs/occupancy/waiting.queries';
import type { WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';

/** The nights that a booking had before it was changed. */
function nightsOf({ status, location, segment_from, contract_end, planned_move }: BookingFactsRow): Freed[] {
  if (!isLive(status)) return [];
  const stay = { location, from: segment_from, to: planned_move?.from ?? contract_end };
  return planned_move ? [stay, { location: planned_move.location, from: planned_move.from, to: contract_end }] : [stay];
}

/** Entries of the waiting list for nights that bookings have released since the given state; by booking. */
export async function matchFreed(
  sql: Sql,
  day: { siteId: string; today: string; now: Date },
  before: BookingFactsRow[],
): Promise<Map<string, WaitingMatchResponse[]>> {
  const freed = before.flatMap((row) => nightsOf(row).map((nights) => ({ id: row._id, nights })));
  const matches = await matchWaiting(
    sql,
    day,
    freed.map(({ nights }) => nights),
  );
  const byBooking = new Map<string, WaitingMatchResponse[]>();
  freed.forEach(({ id }, n) => byBooking.set(id, [...(byBooking.get(id) ?? []), ...(matches[n] ?? [])]));
  return byBooking;
}
