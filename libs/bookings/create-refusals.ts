import type { SiteAccess } from '#libs/accounts/access/access';
import { pipelined, type Sql, type Transaction } from '#libs/core/database/transaction';
import {
  type Blocker,
  findBlockers,
  findFreeLocations,
  type FreeLocation,
  type Stay,
} from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import { earlier, later } from '#libs/bookings/itinerary';
import type { NewBooking } from '#libs/bookings/create-bookings.queries';
import type { LocationQueue } from '#libs/bookings/location-queue';
import { requireReferences } from '#libs/bookings/references';

/** Everybody who was in the way is gone again: worth another attempt from the start. */
export class RivalsVanished extends Error {}

/** The stay that a new booking wants. */
export const stayOf = (siteId: string, today: string, booking: NewBooking): Stay => ({
  siteId,
  today,
  bookingId: booking._id,
  segment: 1,
  locationId: booking.location,
  from: booking.contract_start,
  to: booking.status === 'checked_out' ? departure(booking, today) : booking.contract_end,
  resident: booking.status === 'checked_in',
  // A room that was left before is not cleaned now.
  turnaround: booking.status === 'checked_out' ? 0 : booking.turnaround_days,
});

/** The day on which a stay ended that is recorded afterwards: today at the latest. */
const departure = ({ contract_start: start, contract_end: end }: NewBooking, today: string): string =>
  later(start, end === null ? today : earlier(end, today));

/** What a write would say, by reading alone. @throws UnknownReference, InvalidField, BookingConflict */
export async function requireFree(
  sql: Sql,
  queue: LocationQueue,
  access: SiteAccess,
  booking: NewBooking,
  today: string,
): Promise<void> {
  const stay = stayOf(access.site.id, today, booking);
  const question = [stay.siteId, stay.locationId, stay.from, stay.to, stay.resident, stay.turnaround].join(' ');
  const rivals = pipelined(queue.singleFlight(question, () => findRivals(sql, stay)));
  await requireReferences(sql, stay.siteId, booking, { lock: false });
  const { blockers, free } = await rivals;
  if (blockers.length > 0) throw new BookingConflict(blockers, access, { free });
}

/**
 * Says why a stay did not get its places. `freeBefore` is what was free before anybody made way for it.
 * @throws BookingConflict, RivalsVanished
 */
export async function refuse(
  tx: Transaction,
  access: SiteAccess,
  stay: Stay,
  freeBefore?: Promise<FreeLocation[]>,
): Promise<never> {
  const { blockers, free } = await findRivals(tx, stay, freeBefore);
  if (blockers.length === 0) throw new RivalsVanished();
  throw new BookingConflict(blockers, access, { free });
}

/** The bookings in the way of a stay, and which locations are free instead. */
async function findRivals(
  sql: Sql,
  stay: Stay,
  free = pipelined(findFreeLocations(sql, stay)),
): Promise<{ blockers: Blocker[]; free: FreeLocation[] }> {
  const blockers = await findBlockers(sql, stay);
  return { blockers, free: blockers.length > 0 ? await free : [] };
}
