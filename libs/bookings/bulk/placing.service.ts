import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/database';
import { faultWithin } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { isId } from '#libs/core/http/ids';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, type Blocker, findAllBlockers, lockPlaces, type Stay } from '#libs/occupancy/places.queries';
import { BookingConflict, OverrideNotApplicable } from '#libs/bookings/booking-errors';
import { isLive, type BookingStatus } from '#libs/bookings/booking-status';
import { type Cause, movePeople } from '#libs/bookings/booking-trail';
import type { OverrideRequest } from '#libs/bookings/bookings.dto';
import { lockBookings } from '#libs/bookings/bookings.queries';
import { createBookings, type PlacedBooking } from '#libs/bookings/bulk/create-bookings.queries';
import { overrideFault, overridingMove } from '#libs/bookings/overrides.service';
import { type SettledMove, settleMoves } from '#libs/bookings/transitions/moves.queries';
import { MovesService } from '#libs/bookings/transitions/moves.service';

/** A booking that wants a place, and what may make way for it. Its references are locked. */
export interface WantedBooking {
  /** Its number in the request, by which a later row that wants the same place is told. */
  number: number;
  booking: Omit<PlacedBooking, 'cause'>;
  override?: OverrideRequest | undefined;
}

export interface Placed {
  booking: WantedBooking['booking'];
  reference: string;
  overridden: string | null;
}

/** What the rows of one request share. `cause` is what their trails name, unless an override does. */
interface Common {
  source: 'bulk' | 'import';
  cause: Cause;
  now: Date;
}

/** A row on its way; `makesWay` is the judged move of the booking that it overrides. */
interface Row extends WantedBooking {
  index: number;
  makesWay?: SettledMove | undefined;
}

type Outcomes = (Outcome<Placed> | undefined)[];

/** Places many bookings at once, in the order given. The number of statements does not grow with the rows. */
@Injectable()
export class PlacingService {
  constructor(private readonly moves: MovesService) {}

  /** Writes the bookings that get their places, and says of the others who has them. */
  async placeAll(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedBooking[],
    common: Common,
  ): Promise<Outcome<Placed>[]> {
    const outcomes: Outcomes = wanted.map(() => undefined);
    const rows = wanted.map((each, index): Row => ({ ...each, index }));
    let open = await this.prepareOverrides(tx, access, rows, outcomes);
    const created = new Map<string, number>();
    for (let round = 1; open.length > 0; round++) {
      const rivals = await this.place(tx, access, open, common, outcomes, created);
      const last = round === ATTEMPTS;
      open = open.filter(({ index }) => {
        if (outcomes[index]) return false;
        const blockers = rivals.get(index) ?? [];
        if (blockers.length === 0 && !last) return true;
        outcomes[index] = conflict(blockers, created, access);
        return false;
      });
    }
    return outcomes as Outcome<Placed>[];
  }

  /** Judges the overrides of rows, with everything locked that the rows touch; answers the rows that can go on. */
  private async prepareOverrides(tx: Transaction, access: SiteAccess, rows: Row[], outcomes: Outcomes): Promise<Row[]> {
    const { id: siteId } = access.site;
    const overriding = rows.flatMap((row) => (row.override ? [{ row, override: row.override }] : []));
    const ids = [...new Set(overriding.map(({ override }) => override.conflict_booking_id).filter(isId))];
    const conflicts = ids.length > 0 ? await lockBookings(tx, siteId, ids) : [];
    await lockPlaces(tx, siteId, [
      ...rows.map(({ booking }) => booking.location),
      ...conflicts.map((row) => row.location_id),
    ]);
    if (overriding.length === 0) return rows;
    const blockers = await findAllBlockers(
      tx,
      overriding.map(({ row }) => stayOf(siteId, row)),
    );
    const wanted = new Set<string>();
    const applicable = overriding.filter(({ row, override }, position) => {
      const id = override.conflict_booking_id;
      const again = wanted.has(id) ? new OverrideNotApplicable('makes way for an earlier row') : undefined;
      const fault = overrideFault(override, blockers[position] ?? [], conflicts) ?? again;
      if (fault) outcomes[row.index] = fault;
      else wanted.add(id);
      return !fault;
    });
    const verdicts = await this.moves.judgeAll(
      tx,
      access,
      applicable.map(({ row, override }) => overridingMove(override, row.booking.id)),
    );
    applicable.forEach(({ row }, position) => {
      const verdict = verdicts[position];
      if (isFailure(verdict)) outcomes[row.index] = faultWithin('/override', verdict);
      else row.makesWay = verdict;
    });
    return rows.filter(({ index }) => !outcomes[index]);
  }

  /** Takes the places of rows, writes those that got them, and answers who stands in the way of the others. */
  private async place(
    tx: Transaction,
    access: SiteAccess,
    rows: Row[],
    { source, cause, now }: Common,
    outcomes: Outcomes,
    created: Map<string, number>,
  ): Promise<Map<number, Blocker[]>> {
    const { site, caller } = access;
    const by = { caller, now };
    const steps = rows.map((row) => ({
      leave: row.makesWay?.effect.leave,
      take: isHolding(row) ? stayOf(site.id, row) : undefined,
    }));
    const done = await exchangePlaces(tx, site.id, steps);
    const placed = rows.filter((_, position) => done[position]);
    await settleMoves(
      tx,
      site.id,
      placed.flatMap(({ makesWay }) => makesWay ?? []),
      by,
    );
    const references = await createBookings(
      tx,
      site.id,
      placed.map((row) => ({ ...row.booking, cause: causeOf(row, cause) })),
      { source, ...by },
    );
    const residents = placed.filter(({ booking }) => booking.status === 'checked_in').map(({ booking }) => booking.id);
    if (residents.length > 0) await movePeople(tx, site.id, residents, now);
    for (const { index, number, booking, override } of placed) {
      const reference = references.get(booking.id);
      if (!reference) throw new Error('a booking was not written');
      created.set(booking.id, number);
      outcomes[index] = { booking, reference, overridden: override?.conflict_booking_id ?? null };
    }
    const refused = rows.filter((_, position) => !done[position]);
    const blockers = await findAllBlockers(
      tx,
      refused.map((row) => stayOf(site.id, row)),
    );
    return new Map(refused.map(({ index }, position) => [index, blockers[position] ?? []]));
  }
}

const isHolding = ({ booking }: Row): boolean => isLive(booking.status as BookingStatus);

const causeOf = ({ override }: Row, cause: Cause): Cause =>
  override ? { kind: 'override', id: override.conflict_booking_id } : cause;

const stayOf = (siteId: string, { booking }: Row): Stay => ({
  siteId,
  bookingId: booking.id,
  segment: 1,
  locationId: booking.location,
  from: booking.contractStart,
  to: booking.contractEnd,
  resident: booking.status === 'checked_in',
});

/** Who has the place; when it is an earlier row of the same request, which. */
function conflict(blockers: Blocker[], created: Map<string, number>, access: SiteAccess): BookingConflict {
  const others = blockers.filter(({ booking_id }) => !created.has(booking_id));
  const own = blockers.map(({ booking_id }) => created.get(booking_id)).find((index) => index !== undefined);
  return new BookingConflict(others, access, { conflictsWithIndex: own });
}
