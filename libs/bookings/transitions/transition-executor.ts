import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { pipelined, type Transaction } from '#libs/core/database/transaction';
import { isFailure, isSuccess, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import { toDetail } from '#libs/bookings/booking-rows';
import { inTurns, REVIVING } from '#libs/bookings/booking-status';
import type { TransitionResponse } from '../booking-responses.dto.js';
import { lockPeopleOf } from '#libs/bookings/bookings.queries';
import { withLostMove } from '#libs/bookings/lost-move';
import {
  blockedBy,
  checkWanted,
  type Known,
  lockError,
  lockWanted,
  readWanted,
  refusal,
  rowsOf,
  type WantedTransition,
} from '#libs/bookings/transitions/check-wanted';
import { exchangeFor, withSlots, writeSettled } from '#libs/bookings/transitions/settle-transitions';
import type { SettledTransition } from '#libs/bookings/transitions/transitions.queries';

/** Executes transitions by the table in booking-status.ts: one or a thousand in the same statements. */
@Injectable()
export class TransitionExecutor {
  constructor(private readonly clock: Clock) {}

  /**
   * Executes transitions of different bookings inside the caller's transaction; the caller has checked the permissions.
   * Those that free places go first, so that a check-out and the next check-in can come together, and so can the two that take them back.
   */
  async executeAll(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedTransition[],
  ): Promise<Outcome<TransitionResponse>[]> {
    const outcomes = new Array<Outcome<TransitionResponse>>(wanted.length);
    const locking = lockWanted(tx, access, wanted);
    const reviving = wanted.filter(({ request }) => REVIVING.includes(request.type)).map(({ id }) => id);
    const kept = reviving.length > 0 ? pipelined(lockPeopleOf(tx, access.site.id, reviving)) : undefined;
    // The first wave is read in the same round trip, after the locks.
    const [first = []] = inTurns(wanted, ({ request }) => request.type);
    const read = pipelined(readWanted(tx, access, first, this.clock.now()));
    const locked = await locking;
    await kept;
    const ready = wanted.flatMap((transition, index) => {
      const error = lockError(transition, locked.get(transition.id));
      if (error) outcomes[index] = error;
      return error ? [] : [{ transition, index }];
    });
    for (const wave of inTurns(ready, ({ transition }) => transition.request.type)) {
      const inWave = wave.map(({ transition }) => transition);
      const known = inWave[0] && first.includes(inWave[0]) ? read : undefined;
      const done = await this.executeWave(tx, access, inWave, known);
      wave.forEach(({ index }, position) => (outcomes[index] = done[position] as Outcome<TransitionResponse>));
    }
    return outcomes;
  }

  /** Executes one transition. @throws DomainError, the reason why it is refused */
  async execute(tx: Transaction, access: SiteAccess, transition: WantedTransition): Promise<TransitionResponse> {
    const [outcome] = await this.executeAll(tx, access, [transition]);
    if (!outcome) throw new Error('a transition without an outcome');
    if (isFailure(outcome)) throw outcome;
    return outcome;
  }

  /** Checks transitions of bookings that are locked; nothing is written yet. */
  async checkAll(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedTransition[],
    known = readWanted(tx, access, wanted, this.clock.now()),
  ): Promise<Outcome<SettledTransition>[]> {
    return checkWanted(access, wanted, await known, this.clock.now());
  }

  private async executeWave(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedTransition[],
    known?: Promise<Known>,
  ): Promise<Outcome<TransitionResponse>[]> {
    if (wanted.length === 0) return [];
    const now = this.clock.now();
    const checks = await withSlots(tx, access, await this.checkAll(tx, access, wanted, known));
    const { settled, places } = await exchangeFor(tx, access, checks.filter(isSuccess), now);
    const ids = settled.map(({ row }) => row._id);
    const [[entries, , waiting], after] = await Promise.all([
      writeSettled(tx, access, settled, now),
      // Sent after that, so it sees what was settled.
      rowsOf(tx, access.site, ids, now),
    ]);
    return checks.map((check) => {
      if (isFailure(check)) return check;
      const [booking, transaction] = [after.get(check.row._id), entries.get(check.row._id)];
      const place = places.get(check.row._id);
      if (!booking || !transaction) return refusal(access, check.row, check.type, blockedBy(place), now);
      const detail = withLostMove(toDetail(booking, access, now), place?.effect.losesMove ? check.row.lost_move : null);
      return { booking: detail, transaction, waiting: waiting.get(check.row._id) ?? [] };
    });
  }
}
