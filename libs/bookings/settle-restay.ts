import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, findAllBlockers, findFreeLocations } from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import type { Restay } from '#libs/bookings/itinerary';
import { recordPushed } from '#libs/bookings/pushed.queries';

/**
 * Gives bookings, which are locked with their places, the places of their new stays: all or none.
 * @throws BookingConflict
 */
export async function settleRestays(
  tx: Transaction,
  access: SiteAccess,
  restays: { bookingId: string; restay: Restay }[],
  { now, today }: { now: Date; today: string },
): Promise<void> {
  const { id: siteId } = access.site;
  // All leave before anybody takes a place: none stands in the way of another.
  const step = {
    leaves: restays.flatMap(({ restay }) => restay.leaves ?? []),
    takes: restays.flatMap(({ restay }) => restay.takes),
  };
  for (let attempt = 1; ; attempt++) {
    const [exchanged] = await exchangePlaces(tx, { siteId, today }, [step]);
    if (!exchanged) throw new Error('an exchange without an outcome');
    const by = restays[0]?.bookingId ?? '';
    if (exchanged.done) return recordPushed(tx, access, [{ by, pushed: exchanged.pushed }], now);
    const own = new Set(restays.map(({ bookingId }) => bookingId));
    const found = await findAllBlockers(tx, step.takes);
    const blockers = found.flat().filter(({ booking_id: id }) => id === null || !own.has(id));
    if (blockers.length === 0 && attempt < ATTEMPTS) continue;
    const refused =
      step.takes[
        Math.max(
          0,
          found.findIndex((each) => each.length > 0),
        )
      ];
    throw new BookingConflict(blockers, access, { free: refused ? await findFreeLocations(tx, refused) : [] });
  }
}
