import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, type Blocker, findAllBlockers, findFreeLocations, type Stay } from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import { laterEnd, type Restay } from '#libs/bookings/stay-parts';
import { recordPushed } from '#libs/bookings/pushed.queries';

/** A booking, which is locked with its places, and the stay that it is to have instead. */
export interface Restaying {
  bookingId: string;
  restay: Restay;
}

/** Everything that can be in the way of a stay. */
const wantedBy = ({ takes, needs }: Restay): Stay[] => (needs ? [...takes, needs] : takes);

interface Moment {
  now: Date;
  today: string;
}

/**
 * Gives bookings the places of their new stays, in any order: one that waits for the place of another is tried
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
    // No row is refused as long as others release places.
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
  const refused = await exchangeTogether(tx, access, restays, moment);
  if (!refused) return new Map();
  const { inTheWay, isLast, areOfRequest } = refused;
  return new Map(
    restays.flatMap(({ bookingId, restay }): [string, BookingConflict][] => {
      const blockers = inTheWay.splice(0, wantedBy(restay).length).flat();
      return blockers.length > 0 || (isLast && !areOfRequest)
        ? [[bookingId, new BookingConflict(blockers, access, { areOfRequest })]]
        : [];
    }),
  );
}

/**
 * The same for bookings that one request is about: the conflict is of all of them, with the free alternatives.
 * @throws BookingConflict
 */
export async function settleRestays(
  tx: Transaction,
  access: SiteAccess,
  restays: Restaying[],
  moment: Moment,
): Promise<void> {
  const refused = await exchangeTogether(tx, access, restays, moment);
  if (!refused) return;
  const { taken, areOfRequest } = refused;
  const free = taken ? await findFreeLocations(tx, taken) : [];
  throw new BookingConflict(refused.inTheWay.flat(), access, { free, areOfRequest });
}

interface Refused {
  /** What others have of each place that was wanted, in the order of the stays. */
  inTheWay: Blocker[][];
  /** The first stay that is not free now. */
  taken: Stay | undefined;
  isLast: boolean;
  /** Those in the way are of the request. */
  areOfRequest: boolean;
}

/** Exchanges the places of all or of none; undefined when it was done. */
async function exchangeTogether(
  tx: Transaction,
  access: SiteAccess,
  restays: Restaying[],
  moment: Moment,
): Promise<Refused | undefined> {
  if (restays.length === 0) return undefined;
  const own = new Set(restays.map(({ bookingId }) => bookingId));
  const stays = restays.flatMap(({ restay }) => wantedBy(restay));
  for (let attempt = 1; ; attempt++) {
    if ((await exchange(tx, access, [restays], moment)).length === 0) return undefined;
    const found = await findAllBlockers(tx, stays);
    const inTheWay = found.map((each) => each.filter(({ booking_id: id }) => id === null || !own.has(id)));
    const isLast = attempt === ATTEMPTS;
    const areOthers = inTheWay.some((each) => each.length > 0);
    if (!isLast && !areOthers) continue;
    const ofRequest = areOthers ? [] : await amongEachOther(tx, access, restays, moment.today);
    const areOfRequest = ofRequest.some((each) => each.length > 0);
    return {
      inTheWay: areOfRequest ? ofRequest : inTheWay,
      areOfRequest,
      taken:
        stays[
          Math.max(
            0,
            found.findIndex((each) => each.length > 0),
          )
        ],
      isLast,
    };
  }
}

/**
 * What bookings want of each other, in the order of their stays: the later ones are refused what the earlier ones have got. None clean for
 * each other. The caller rolls back.
 */
async function amongEachOther(
  tx: Transaction,
  access: SiteAccess,
  restays: Restaying[],
  today: string,
): Promise<Blocker[][]> {
  const stays = restays.flatMap(({ restay }) => wantedBy(restay)).map((stay) => ({ ...stay, turnaround: 0 }));
  const leaves = restays.flatMap(({ restay }) => restay.leaves ?? []);
  const steps = [{ leaves }, ...stays.map((stay) => ({ takes: [stay] }))];
  const [left, ...exchanged] = await exchangePlaces(tx, { siteId: access.site.id, today }, steps);
  const refused = stays.filter((_, index) => left?.done && !exchanged[index]?.done);
  const found = await findAllBlockers(tx, refused);
  return stays.map((stay) => found[refused.indexOf(stay)] ?? []);
}

/** The nights of a booking that waits for somebody to leave begin as the exchange found. */
function beginAsHeld({ takes: [first], columns }: Restay): void {
  if (first?.since === undefined) return;
  const { from } = first;
  Object.assign(columns, { segment_from: from, occupied_from: from, occupied_to: laterEnd(columns.occupied_to, from) });
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
  for (const { restay } of groups.flat()) beginAsHeld(restay);
  return groups.filter((_, index) => !exchanged[index]?.done).flat();
}

/** The bookings in the way of each stay, however many parts it has. */
async function blockersOf(tx: Transaction, restays: Restaying[]): Promise<Blocker[][]> {
  const found = await findAllBlockers(
    tx,
    restays.flatMap(({ restay }) => wantedBy(restay)),
  );
  return restays.map(({ restay }) => found.splice(0, wantedBy(restay).length).flat());
}
