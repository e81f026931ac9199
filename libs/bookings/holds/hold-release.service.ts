import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import type { Transaction } from '#libs/core/database/transaction';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { type BookingFactsRow, factsOf } from '#libs/bookings/booking-rows';
import { findBookings, lockBookingsWithPlaces } from '#libs/bookings/bookings.queries';
import { matchFreed } from '#libs/bookings/freed';
import { type EndedHolds, findEndedHolds } from '#libs/bookings/holds/holds.queries';
import { nextStatus } from '#libs/bookings/transitions/check-transition';
import { effectOf } from '#libs/bookings/transitions/effect';
import { type SettledTransition, settleTransitions } from '#libs/bookings/transitions/transitions.queries';

const AT_ONCE = 100;

/** Cancels provisional bookings whose holds are over, so that others can have the places. */
@Injectable()
export class HoldReleaseService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Any number of workers may run it at once, and twice. Returns how many bookings it released. */
  async release(): Promise<number> {
    let released = 0;
    for (;;) {
      const ended = await findEndedHolds(this.database, this.clock.now(), AT_ONCE);
      for (const site of ended) released += await this.releaseOf(site);
      if (ended.reduce((total, { ids }) => total + ids.length, 0) < AT_ONCE) return released;
    }
  }

  /** Looks again under the locks that a confirmation takes, too: only one of them finds the booking provisional and held. */
  private releaseOf({ siteId, timeZone, ids }: EndedHolds): Promise<number> {
    const now = this.clock.now();
    const today = localDate(now, timeZone);
    return this.database.transaction(async (tx) => {
      await lockBookingsWithPlaces(tx, siteId, ids);
      const rows = await findBookings(tx, siteId, ids, today);
      const due = rows.filter(({ status, hold_until: until }) => status === 'provisional' && until !== null && new Date(until) <= now); // prettier-ignore
      await cancelAll(
        tx,
        siteId,
        due.map((row) => ended(row, { now, today, timeZone })),
        { now, today },
      );
      return due.length;
    });
  }
}

async function cancelAll(
  tx: Transaction,
  siteId: string,
  transitions: SettledTransition[],
  { now, today }: { now: Date; today: string },
): Promise<void> {
  const steps = transitions.map(({ effect }) => effect);
  await exchangePlaces(tx, { siteId, today }, steps);
  await settleTransitions(tx, siteId, transitions, { caller: undefined, now });
  // There is no response that could name who waits for the places; the day view counts them.
  await matchFreed(
    tx,
    { siteId, today, now },
    transitions.map(({ row }) => row),
  );
}

function ended(
  row: BookingFactsRow,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): SettledTransition {
  const reason = `The hold ended on ${localDate(new Date(row.hold_until ?? now), timeZone)}.`;
  const request = { type: 'cancel', cancellation_reason: reason } as const;
  const to = nextStatus('cancel', factsOf(row));
  const checked = { row, type: 'cancel', to, occurredAt: now, on: today, today, request, holdUntil: null } as const;
  return { ...checked, effect: effectOf(checked) };
}
