import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { errorWithin } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { isId } from '#libs/core/http/ids';
import { localDate } from '#libs/core/time/site-time';
import { findAllBlockers, lockPlaces } from '#libs/occupancy/places.queries';
import type { WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import { OverrideNotApplicable } from '#libs/bookings/booking-errors';
import type { BookingRow } from '#libs/bookings/booking-rows';
import type { OverrideRequest } from '#libs/bookings/bookings.dto';
import { lockBookings } from '#libs/bookings/bookings.queries';
import { type NewBooking, stayOf } from '#libs/bookings/new-booking';
import { overrideError, overridingTransition } from '#libs/bookings/overrides.service';
import type { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';
import type { SettledTransition } from '#libs/bookings/transitions/transitions.queries';

/** A booking that wants a place, and what may make way for it. Its references are locked. */
export interface WantedBooking {
  /** Its number in the request, for the error of a later row that needs the same place. */
  number: number;
  booking: NewBooking;
  override?: OverrideRequest | undefined;
}

export interface Placed<Row = BookingRow> {
  booking: Row;
  overridden: string | null;
  /** Entries of the waiting list for what the overridden booking has released. */
  waiting: WaitingMatchResponse[];
}

/** A row on its way; `makesWay` is the checked transition of the booking that it overrides. */
export interface Row extends WantedBooking {
  index: number;
  makesWay?: SettledTransition | undefined;
}

export type Outcomes<Row> = (Outcome<Placed<Row>> | undefined)[];

/** Checks the overrides of rows, with everything locked that the rows touch; returns the rows that can continue. */
export async function prepareOverrides(
  tx: Transaction,
  transitions: TransitionExecutor,
  access: SiteAccess,
  rows: Row[],
  outcomes: Outcomes<unknown>,
  now: Date,
): Promise<Row[]> {
  const { id: siteId } = access.site;
  const today = localDate(now, access.site.timeZone);
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
    overriding.map(({ row }) => stayOf(siteId, today, row.booking)),
    Infinity,
  );
  const wanted = new Set<string>();
  const applicable = overriding.filter(({ row, override }, position) => {
    const id = override.conflict_booking_id;
    const again = wanted.has(id) ? new OverrideNotApplicable('makes way for an earlier row') : undefined;
    const error = overrideError(override, blockers[position] ?? [], conflicts) ?? again;
    if (error) outcomes[row.index] = error;
    else wanted.add(id);
    return !error;
  });
  const checks = await transitions.checkAll(
    tx,
    access,
    applicable.map(({ row, override }) => overridingTransition(override, row.booking._id)),
  );
  applicable.forEach(({ row }, position) => {
    const verdict = checks[position];
    if (isFailure(verdict)) outcomes[row.index] = errorWithin('/override', verdict);
    else row.makesWay = verdict;
  });
  return rows.filter(({ index }) => !outcomes[index]);
}
