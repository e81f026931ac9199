import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { isSuccess, type Outcome } from '#libs/core/errors/outcome';
import { localDate } from '#libs/core/time/site-time';
import type { Exchanged } from '#libs/occupancy/exchange.queries';
import { peopleOf } from '#libs/bookings/booking-rows';
import { isCalledOff, VACATING } from '#libs/bookings/booking-status';
import { takeSlots } from '#libs/bookings/departure-slots/take-slots';
import { matchFreed } from '#libs/bookings/freed';
import { leaveHomes } from '#libs/bookings/homes.queries';
import { recordPushed } from '#libs/bookings/pushed.queries';
import { settlePlaces } from '#libs/bookings/transitions/settle-places';
import { type SettledTransition, settleTransitions } from '#libs/bookings/transitions/transitions.queries';

const dayOf = ({ site }: SiteAccess, now: Date) => ({ siteId: site.id, today: localDate(now, site.timeZone), now });

/** Exchanges the places of transitions; returns those of which this was possible, and what became of all, by booking. */
export async function exchangeFor(tx: Transaction, access: SiteAccess, able: SettledTransition[], now: Date) {
  const effects = able.map(({ effect }) => effect);
  const placed = await settlePlaces(tx, dayOf(access, now), effects);
  const settled = able.flatMap((transition, index) => {
    const exchanged = placed[index];
    return exchanged?.done ? [withOverstay({ ...transition, effect: exchanged.effect }, exchanged)] : [];
  });
  const pushes = able.map(({ row }, index) => ({ by: row._id, pushed: placed[index]?.pushed ?? [] }));
  await recordPushed(tx, access, pushes, now);
  return { settled, places: new Map(able.map(({ row }, index) => [row._id, placed[index]])) };
}

/**
 * Writes transitions whose places are settled: their trail, which is returned if it is asked for, the homes of who leaves, and who on the
 * waiting list may follow.
 */
export function writeSettled(
  tx: Transaction,
  access: SiteAccess,
  settled: SettledTransition[],
  now: Date,
  isAsked = true,
) {
  const { site, caller } = access;
  // What makes way for another booking frees only what that one does not take.
  const leaves = settled.filter(({ type, cause }) => VACATING.includes(type) && cause?.kind !== 'override');
  const vacated = leaves.map(({ row }) => row);
  return Promise.all([
    settleTransitions(tx, site.id, settled, { caller, now }, isAsked),
    leaveHomes(tx, site.id, settled.flatMap(leavers), { caller, now }),
    matchFreed(tx, dayOf(access, now), vacated),
  ]);
}

/** A booking that becomes live again takes its departure slot again, unless the slot is full by now. */
export async function withSlots(
  tx: Transaction,
  { site }: SiteAccess,
  checks: Outcome<SettledTransition>[],
): Promise<Outcome<SettledTransition>[]> {
  const back = checks.filter(isSuccess).filter(({ row }) => isCalledOff(row.status));
  const full = await takeSlots(
    tx,
    site,
    back.map(({ row }) => row),
  );
  const errors = new Map(back.map((each, index) => [each, full[index] && slotGone(full[index], each.row._id)]));
  return checks.map((check) => (isSuccess(check) && errors.get(check)) || check);
}

/** The slot is a field of the booking, and none of this request. */
function slotGone({ code, detail, members }: DomainError, id: string): DomainError {
  const fix = `${detail} Give the booking one of free_slots, or null, as departure_slot_at (PATCH /bookings/${id}); then reinstate it.`;
  return new DomainError(code, fix, members, [{ pointer: '/type', code, detail: fix }]);
}

/** Those who are not in house any more. */
export const leavers = ({ row, to }: SettledTransition): string[] =>
  row.status === 'checked_in' && to !== 'checked_in' ? peopleOf(row) : [];

/** The trail of a stay that lasted into the nights of other bookings names them, as their trails name it. */
function withOverstay(transition: SettledTransition, { pushed }: Exchanged): SettledTransition {
  const [first] = pushed;
  if (!first) return transition;
  const isKnown = transition.cause !== undefined && transition.cause.kind !== 'bulk';
  return isKnown ? transition : { ...transition, cause: { kind: 'overstay', id: first.holder_id } };
}
