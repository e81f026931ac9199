import type { Caller } from '#libs/accounts/access';
import type { Transaction } from '#libs/core/database/database';
import { closePlaces, dropPlaces, takePlaces } from '#libs/occupancy/places.queries';
import type { Reason } from '#libs/bookings/booking-errors';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import type { BookingStatus, TransitionType } from '#libs/bookings/booking-status';
import { movePeople, updateBooking } from '#libs/bookings/booking-trail';
import type { TransitionRequest } from '#libs/bookings/bookings.dto';

/** A transition that was judged possible: what it starts from, where it leads, when it happened (`on`: the site's date). */
export interface Effect {
  row: BookingFactsRow;
  type: TransitionType;
  to: BookingStatus;
  occurredAt: Date;
  on: string;
  request: TransitionRequest;
  caller: Caller;
  now: Date;
}

interface Range {
  from: string;
  to: string | null;
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);
const contractOf = ({ contract_start: from, contract_end: to }: BookingFactsRow): Range => ({ from, to });

/** Writes what a transition does to the booking, its places and its people. Answers why the places were not to be had, if so. */
export async function applyTransition(tx: Transaction, siteId: string, effect: Effect): Promise<Reason | undefined> {
  const { row, type, to, occurredAt: at, request, caller, now } = effect;
  const set = (columns: Record<string, unknown>) =>
    updateBooking(tx, siteId, row._id, { status: to, ...columns }, { caller, now });
  const closing = {
    cancellation_code: request.cancellation_code,
    cancellation_reason: request.cancellation_reason ?? null,
  };
  switch (type) {
    case 'confirm':
      return void (await set({}));
    case 'check_in': {
      const from = earlier(row.occupied_from, effect.on);
      if (!(await retake(tx, siteId, row, { from, to: row.contract_end }, true))) return CONFLICT;
      await movePeople(tx, siteId, row._id, row.location, now);
      return void (await set({ checked_in_at: at, occupied_from: from, segment_from: from }));
    }
    case 'check_out': {
      const end = later(effect.on, row.segment_from);
      await closePlaces(tx, siteId, row._id, row.segment, end);
      return void (await set({ checked_out_at: at, occupied_to: end }));
    }
    case 'cancel':
      await closePlaces(tx, siteId, row._id, row.segment, null);
      return void (await set({ cancelled_at: at, ...closing }));
    case 'no_show':
      await closePlaces(tx, siteId, row._id, row.segment, null);
      return void (await set({ no_show_at: at }));
    case 'void':
      await closePlaces(tx, siteId, row._id, row.segment, null);
      return void (await set(closing));
    case 'undo_check_out': {
      const stay = { from: row.segment_from, to: row.contract_end };
      if (!(await retake(tx, siteId, row, stay, true))) return RETAKEN;
      return void (await set({
        checked_out_at: null,
        occupied_to: row.contract_end && later(row.contract_end, row.occupied_from),
      }));
    }
    case 'undo_check_in':
    case 'reinstate':
      if (!(await restart(tx, siteId, row))) return CONFLICT;
      return void (await set({
        ...UNTOUCHED,
        ...occupied(contractOf(row)),
        segment: 1,
        segment_from: row.contract_start,
      }));
  }
}

const CONFLICT: Reason = { code: 'has_conflict', message: 'Another booking holds the place for one of the nights.' };
const RETAKEN: Reason = { code: 'room_retaken', message: 'Others have the place by now.' };

const UNTOUCHED = {
  checked_in_at: null,
  checked_out_at: null,
  cancelled_at: null,
  no_show_at: null,
  cancellation_code: null,
  cancellation_reason: null,
};

const occupied = ({ from, to }: Range) => ({ occupied_from: from, occupied_to: to });

/** Takes the places of the current segment again, for other nights or as a resident. */
async function retake(
  tx: Transaction,
  siteId: string,
  row: BookingFactsRow,
  { from, to }: Range,
  resident: boolean,
): Promise<boolean> {
  await dropPlaces(tx, siteId, row._id, row.segment);
  return takePlaces(tx, {
    siteId,
    bookingId: row._id,
    segment: row.segment,
    locationId: row.location,
    from,
    to,
    resident,
  });
}

/** Back to a stay that has not begun: one segment, the nights of the contract. */
async function restart(tx: Transaction, siteId: string, row: BookingFactsRow): Promise<boolean> {
  await dropPlaces(tx, siteId, row._id, 1);
  const { from, to } = contractOf(row);
  return takePlaces(tx, {
    siteId,
    bookingId: row._id,
    segment: 1,
    locationId: row.location,
    from,
    to,
    resident: false,
  });
}
