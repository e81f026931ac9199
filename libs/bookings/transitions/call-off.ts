import type { SiteAccess } from '#libs/accounts/access/access';
import { pipelined, type Transaction } from '#libs/core/database/transaction';
import { isFailure, isSuccess, type Outcome } from '#libs/core/errors/outcome';
import type { CallingOff } from '#libs/bookings/booking-status';
import { findBookingsToCallOff } from '#libs/bookings/transitions/call-off.queries';
import {
  checkWanted,
  lockError,
  lockWanted,
  readWanted,
  type WantedTransition,
} from '#libs/bookings/transitions/check-wanted';
import { exchangeFor, writeSettled } from '#libs/bookings/transitions/settle-transitions';

type CallOff = WantedTransition & { request: { type: CallingOff } };

/**
 * Calls different bookings off inside the caller's transaction, as the TransitionExecutor does, and says only which could not be. What
 * lies in the way of a booking and what else could be done with it is not read: nobody asks for it.
 */
export async function callOffAll(
  tx: Transaction,
  access: SiteAccess,
  wanted: CallOff[],
  now: Date,
): Promise<Outcome<undefined>[]> {
  if (wanted.length === 0) return [];
  const locking = lockWanted(tx, access, wanted);
  const read = pipelined(readWanted(tx, access, wanted, now, findBookingsToCallOff));
  const locked = await locking;
  const outcomes = new Map<CallOff, Outcome<undefined>>(
    wanted.map((transition) => [transition, lockError(transition, locked.get(transition.id))]),
  );
  const ready = wanted.filter((transition) => !outcomes.get(transition));
  const checks = checkWanted(access, ready, await read, now);
  const refused = ready.filter((_, index) => isFailure(checks[index]));
  if (refused.length > 0) {
    // A refusal names what is possible instead.
    const again = checkWanted(access, refused, await readWanted(tx, access, refused, now), now);
    refused.forEach((transition, index) => {
      const verdict = again[index];
      if (!isFailure(verdict)) throw new Error('a booking was refused by half of its facts');
      outcomes.set(transition, verdict);
    });
  }
  const able = checks.filter(isSuccess);
  const { settled } = await exchangeFor(tx, access, able, now);
  if (settled.length < able.length) throw new Error('a booking did not give up its places');
  await writeSettled(tx, access, settled, now, false);
  return wanted.map((transition) => outcomes.get(transition));
}
