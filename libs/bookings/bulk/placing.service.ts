import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { localDate } from '#libs/core/time/site-time';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, type Blocker, findAllBlockers } from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import type { Cause } from '#libs/bookings/booking-trail';
import { matchFreed } from '#libs/bookings/freed';
import { leaveHomes, updateHomes } from '#libs/bookings/homes.queries';
import { takeSlots } from '#libs/bookings/departure-slots/take-slots';
import { type Creation, type NewBooking, stayOf } from '#libs/bookings/new-booking';
import {
  type Outcomes,
  type Placed,
  prepareOverrides,
  type Row,
  type WantedBooking,
} from '#libs/bookings/bulk/overriding-rows';
import { recordPushed } from '#libs/bookings/pushed.queries';
import { settleTransitions } from '#libs/bookings/transitions/transitions.queries';
import { leavers } from '#libs/bookings/transitions/settle-transitions';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';

/** What the rows of one request share. `cause` is what their trails name, unless an override does. */
interface Common<Row> {
  source: 'bulk' | 'import';
  cause: Cause;
  now: Date;
  /** Writes bookings, and returns of each by its id what the caller wants to know. */
  write: (tx: Transaction, bookings: NewBooking[], creation: Creation) => Promise<Map<string, Row>>;
}

/** Places many bookings at once, in the order given. The number of statements does not grow with the rows. */
@Injectable()
export class PlacingService {
  constructor(private readonly transitions: TransitionExecutor) {}

  /** Writes the bookings that get their places, and says of the others who has them. */
  async placeAll<Told>(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedBooking[],
    common: Common<Told>,
  ): Promise<Outcome<Placed<Told>>[]> {
    const outcomes: Outcomes<Told> = wanted.map(() => undefined);
    const rows = wanted.map((each, index): Row => ({ ...each, index }));
    let open = await this.takeSlots(
      tx,
      access,
      await prepareOverrides(tx, this.transitions, access, rows, outcomes, common.now),
      outcomes,
    );
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
    await this.nameWaiting(tx, access, rows, outcomes, common.now);
    return outcomes as Outcome<Placed<Told>>[];
  }

  /** Adds to each row that has overridden a booking the waiting-list entries for what it did not take itself. */
  private async nameWaiting(
    tx: Transaction,
    { site }: SiteAccess,
    rows: Row[],
    outcomes: Outcomes<unknown>,
    now: Date,
  ) {
    const made = rows.flatMap(({ index, makesWay }) => {
      const outcome = outcomes[index];
      return makesWay && outcome && !isFailure(outcome) ? [{ outcome, before: makesWay.row }] : [];
    });
    const day = { siteId: site.id, today: localDate(now, site.timeZone), now };
    const freed = await matchFreed(tx, day, made.map(({ before }) => before)); // prettier-ignore
    for (const { outcome, before } of made) outcome.waiting = freed.get(before._id) ?? [];
  }

  /** Takes the departure slots of rows; returns the rows that can continue. */
  private async takeSlots(
    tx: Transaction,
    { site }: SiteAccess,
    rows: Row[],
    outcomes: Outcomes<unknown>,
  ): Promise<Row[]> {
    const full = await takeSlots(
      tx,
      site,
      rows.map(({ booking }) => booking),
    );
    return rows.filter(({ index }, position) => {
      outcomes[index] = full[position];
      return !full[position];
    });
  }

  /** Takes the places of rows, writes those that got them, and returns what is in the way of the others. */
  private async place<Told>(
    tx: Transaction,
    access: SiteAccess,
    rows: Row[],
    { source, cause, now, write }: Common<Told>,
    outcomes: Outcomes<Told>,
    created: Map<string, number>,
  ): Promise<Map<number, Blocker[]>> {
    const { site, caller } = access;
    const by = { caller, now };
    const today = localDate(now, site.timeZone);
    const steps = rows.map((row) => ({
      leaves: row.makesWay?.effect.leaves,
      takes: [stayOf(site.id, today, row.booking)],
    }));
    const exchanged = await exchangePlaces(tx, { siteId: site.id, today }, steps);
    const placed = rows.filter((_, position) => exchanged[position]?.done);
    const pushes = rows.map(({ override }, position) => ({
      by: override?.conflict_booking_id ?? '',
      pushed: exchanged[position]?.pushed ?? [],
    }));
    await recordPushed(tx, access, pushes, now);
    const made = placed.flatMap(({ makesWay }) => makesWay ?? []);
    await settleTransitions(tx, site.id, made, by);
    await leaveHomes(tx, site.id, made.flatMap(leavers), by);
    const written = await write(
      tx,
      placed.map((row) => ({ ...row.booking, cause: causeOf(row, cause) })),
      { siteId: site.id, source, today, ...by },
    );
    const residents = placed.filter(({ booking }) => booking.status === 'checked_in').map(({ booking }) => booking._id);
    if (residents.length > 0) await updateHomes(tx, site.id, residents, by);
    for (const { index, number, booking, override } of placed) {
      const row = written.get(booking._id);
      if (!row) throw new Error('a booking was not written');
      created.set(booking._id, number);
      outcomes[index] = { booking: row, overridden: override?.conflict_booking_id ?? null, waiting: [] };
    }
    const refused = rows.filter((_, position) => !exchanged[position]?.done);
    const blockers = await findAllBlockers(
      tx,
      refused.map(({ booking }) => stayOf(site.id, today, booking)),
    );
    return new Map(refused.map(({ index }, position) => [index, blockers[position] ?? []]));
  }
}

const causeOf = ({ override }: Row, cause: Cause): Cause =>
  override ? { kind: 'override', id: override.conflict_booking_id } : cause;

/** The holders of the place, and the index of an earlier row of the same request if it is one of them. */
function conflict(blockers: Blocker[], created: Map<string, number>, access: SiteAccess): BookingConflict {
  const others = blockers.filter(({ booking_id }) => !created.has(booking_id ?? ''));
  const own = blockers.map(({ booking_id }) => created.get(booking_id ?? '')).find((index) => index !== undefined);
  return new BookingConflict(others, access, { conflictsWithIndex: own });
}
