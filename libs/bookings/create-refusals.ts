import type { SiteAccess } from '#libs/accounts/access/access';
import { ahead, type Sql, type Transaction } from '#libs/core/database/database';
import {
  type Blocker,
  findBlockers,
  findFreeLocations,
  type FreeLocation,
  type Stay,
} from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import type { NewBooking } from '#libs/bookings/create-bookings.queries';
import type { LocationQueue } from '#libs/bookings/location-queue';
import { requireReferences } from '#libs/bookings/references';

/** Everybody who was in the way is gone again: worth another attempt from the start. */
export class RivalsVanished extends Error {}

/** The stay that a new booking wants. */
export const stayOf = (siteId: string, booking: NewBooking): Stay => ({
  siteId,
  bookingId: booking._id,
  segment: 1,
  locationId: booking.location,
  from: booking.contract_start,
  to: booking.contract_end,
  resident: booking.status === 'checked_in',
});

/** What a write would say, by reading alone. @throws UnknownReference, InvalidField, BookingConflict */
export async function requireFree(
  sql: Sql,
  queue: LocationQueue,
  access: SiteAccess,
  booking: NewBooking,
): Promise<void> {
  const stay = stayOf(access.site.id, booking);
  const question = [stay.siteId, stay.locationId, stay.from, stay.to, stay.resident].join(' ');
  const rivals = ahead(queue.singleFlight(question, () => findRivals(sql, stay)));
  await requireReferences(sql, stay.siteId, booking, { lock: false });
  const { blockers, free } = await rivals;
  if (blockers.length > 0) throw new BookingConflict(blockers, access, { free });
}

/**
 * Says why a booking did not get its places. `freeBefore` is what was free before anybody made way for it.
 * @throws BookingConflict, RivalsVanished
 */
export async function refuse(
  tx: Transaction,
  access: SiteAccess,
  booking: NewBooking,
  freeBefore?: Promise<FreeLocation[]>,
): Promise<never> {
  const { blockers, free } = await findRivals(tx, stayOf(access.site.id, booking), freeBefore);
  if (blockers.length === 0) throw new RivalsVanished();
  throw new BookingConflict(blockers, access, { free });
}

/** The bookings in the way of a stay, and which locations are free instead. */
async function findRivals(
  sql: Sql,
  stay: Stay,
  free = ahead(findFreeLocations(sql, stay)),
): Promise<{ blockers: Blocker[]; free: FreeLocation[] }> {
  const blockers = await findBlockers(sql, stay);
  return { blockers, free: blockers.length > 0 ? await free : [] };
}
