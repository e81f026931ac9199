import type { SiteSettings } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { localDate } from '#libs/core/time/site-time';
import {
  countTaken,
  findOfferedSlots,
  lockSlots,
  type StoredSlot,
} from '#libs/bookings/departure-slots/departure-slots.queries';

/** A booking that wants to leave at a time; null wants none. */
export interface WantedSlot {
  location: string;
  departure_slot_at: string | null;
}

const POINTER = '/departure_slot_at';

/**
 * Takes places in departure slots, in the order given, inside the transaction that writes the bookings: until it ends no other request
 * takes a place there. Returns the error of each; where a site has no slots on a day, every time is accepted.
 * The places of bookings that are `leaving` in the same transaction are free.
 * The bookings themselves and their places have to be locked before, so that everybody locks in the same order.
 */
export async function takeSlots(
  tx: Transaction,
  { id: siteId, timeZone }: Pick<SiteSettings, 'id' | 'timeZone'>,
  wanted: WantedSlot[],
  leaving: string[] = [],
): Promise<(DomainError | undefined)[]> {
  const asking = wanted.flatMap(({ location, departure_slot_at: at }, index) =>
    at !== null && isId(location) ? [{ index, location, at, day: localDate(new Date(at), timeZone) }] : [],
  );
  const errors: (DomainError | undefined)[] = wanted.map(() => undefined);
  if (asking.length === 0) return errors;
  const offered = await findOfferedSlots(tx, siteId, asking.map(({ location, day }) => ({ location, day }))); // prettier-ignore
  const ids = new Set(asking.flatMap(({ at }, n) => slotAt(offered[n], at)?.id ?? []));
  const locked = ids.size > 0 ? await lockSlots(tx, siteId, [...ids]) : new Set<string>();
  const taken = ids.size > 0 ? await countTaken(tx, siteId, [...locked], leaving) : new Map<string, number>();
  const refused: { index: number; at: string; slots: StoredSlot[]; full: boolean }[] = [];
  for (const [n, { index, at }] of asking.entries()) {
    const slots = offered[n] ?? [];
    const slot = slotAt(slots, at);
    if (slots.length === 0) continue;
    const count = slot && locked.has(slot.id) ? (taken.get(slot.id) ?? 0) : undefined;
    if (slot && count !== undefined && count < slot.capacity) taken.set(slot.id, count + 1);
    else refused.push({ index, at, slots, full: count !== undefined });
  }
  if (refused.length === 0) return errors;
  const all = await countTaken(
    tx,
    siteId,
    [...new Set(refused.flatMap(({ slots }) => slots.map(({ id }) => id)))],
    leaving,
  );
  for (const { index, at, slots, full } of refused) {
    const free = slots.flatMap(({ id, at: time, capacity }) => {
      const left = capacity - Math.max(all.get(id) ?? 0, taken.get(id) ?? 0);
      return left > 0 ? [{ at: time, free: left }] : [];
    });
    errors[index] = full ? slotFull(at, free) : unknownSlot(at, free);
  }
  return errors;
}

/** @throws DomainError `slot_full` or `unknown_slot`, with the slots that are free */
export async function requireSlot(
  tx: Transaction,
  site: Pick<SiteSettings, 'id' | 'timeZone'>,
  wanted: WantedSlot,
): Promise<void> {
  const [error] = await takeSlots(tx, site, [wanted]);
  if (error) throw error;
}

const slotAt = (slots: StoredSlot[] = [], at: string) => slots.find((slot) => Date.parse(slot.at) === Date.parse(at));

type Free = { at: string; free: number }[];

const slotFull = (at: string, free_slots: Free): DomainError =>
  new DomainError('slot_full', `The departure slot ${at} is full.`, { free_slots }, [
    { pointer: POINTER, code: 'slot_full', detail: 'is full; free_slots lists those that are not' },
  ]);

const unknownSlot = (at: string, free_slots: Free): DomainError =>
  new DomainError('unknown_slot', `There is no departure slot ${at} for this place.`, { free_slots }, [
    { pointer: POINTER, code: 'unknown_slot', detail: 'is no departure slot of that day; free_slots lists them' },
  ]);
