import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, type Blocker, findAllBlockers, findFreeLocations } from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import type { Restay } from '#libs/bookings/itinerary';
import { recordPushed } from '#libs/bookings/pushed.queries';

/** A booking, which is locked with its places, and the stay that it is to have instead. */
export interface Restaying {
  bookingId: string;
  restay: Restay;
}

interface Moment {
  now: Date;
  today: string;
}

/**
 * Gives bookings the places of their new stays, whatever their order: one that waits for the place of another is tried
 * again. Those that get none keep what they have; returned are their conflicts, by booking.
 */
export async function settleEach(
  tx: Transaction,
  access: SiteAccess,
  restays: Restaying[],
  moment: Moment,
): Promise<Map<string, BookingConflict>> {
  const conflicts = new Map<string, BookingConflict>();
  let open = restays;
  for (let attempt = 1; open.length > 0; attempt++) {
    const refused = await exchange(
      tx,
      access,
      open.map((each) => [each]),
      moment,
    );
    const last = attempt === ATTEMPTS;
    // As long as others make room, nobody is refused.
    if (refused.length === open.length || last) {
      const found = await blockersOf(tx, refused);
      for (const [index, { bookingId }] of refused.entries()) {
        const blockers = found[index] ?? [];
        if (blockers.length > 0 || last) conflicts.set(bookingId, new BookingConflict(blockers, access));
      }
    }
    open = refused.filter(({ bookingId }) => !conflicts.has(bookingId));
  }
  return conflicts;
}

/** The same for all of them or none: all leave before anybody takes a place, so that rooms can be exchanged in a circle. */
export async function settleTogether(
  tx: Transaction,
  access: SiteAccess,
  restays: Restaying[],
  moment: Moment,
): Promise<Map<string, BookingConflict>> {
  if (restays.length === 0) return new Map();
  const own = new Set(restays.map(({ bookingId }) => bookingId));
  for (let attempt = 1; ; attempt++) {
    const refused = await exchange(tx, access, [restays], moment);
    if (refused.length === 0) return new Map();
    const found = await blockersOf(tx, refused);
    const others = found.map((each) => each.filter(({ booking_id: id }) => id === null || !own.has(id)));
    const last = attempt === ATTEMPTS;
    if (!last && others.every((each) => each.length === 0)) continue;
    const conflicts = refused.flatMap(({ bookingId }, index): [string, Blocker[]][] =>
      others[index]?.length || last ? [[bookingId, others[index] ?? []]] : [],
    );
    return new Map(conflicts.map(([id, blockers]) => [id, new BookingConflict(blockers, access)]));
  }
}

/** The conflict of the only booking that a request is about, with what it could have instead. */
export async function settleOne(
  tx: Transaction,
  access: SiteAccess,
  restaying: Restaying,
  moment: Moment,
): Promise<Map<string, BookingConflict>> {
  const conflicts = await settleEach(tx, access, [restaying], moment);
  if (conflicts.size === 0) return conflicts;
  const found = await blockersOf(tx, [restaying]);
  const [taken] = restaying.restay.takes;
  const free = taken ? await findFreeLocations(tx, taken) : [];
  return new Map([[restaying.bookingId, new BookingConflict(found.flat(), access, { free })]]);
}

/** Exchanges places, all of a group or none; returns the members of the groups that were refused. */
async function exchange(
  tx: Transaction,
  access: SiteAccess,
  groups: Restaying[][],
  { now, today }: Moment,
): Promise<Restaying[]> {
  const steps = groups.map((group) => ({
    leaves: group.flatMap(({ restay }) => restay.leaves ?? []),
    takes: group.flatMap(({ restay }) => restay.takes),
  }));
  const exchanged = await exchangePlaces(tx, { siteId: access.site.id, today }, steps);
  const pushes = groups.map(([first], index) => ({
    by: first?.bookingId ?? '',
    pushed: exchanged[index]?.pushed ?? [],
  }));
  await recordPushed(tx, access, pushes, now);
  return groups.filter((_, index) => !exchanged[index]?.done).flat();
}

/** Who stands in the way of each stay, however many parts it has. */
async function blockersOf(tx: Transaction, restays: Restaying[]): Promise<Blocker[][]> {
  const found = await findAllBlockers(
    tx,
    restays.flatMap(({ restay }) => restay.takes),
  );
  return restays.map(({ restay }) => found.splice(0, restay.takes.length).flat());
}
