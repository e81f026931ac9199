import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { localDate, startOfDay } from '#libs/core/time/site-time';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { appendTransaction, changesBetween, updateBooking } from '#libs/bookings/booking-trail';
import { updateHomes } from '#libs/bookings/homes.queries';
import type { Restay } from '#libs/bookings/stay-parts';
import { stayChanges } from '#libs/bookings/stay-changes';
import type { MoveDay } from '#libs/bookings/moves/move-day';

/** A booking that has been given the places of its new stay. */
interface Moved {
  row: BookingFactsRow;
  next: Restay;
  /** The move that is planned now. */
  planned: BookingFactsRow['planned_move'];
}

/** Writes down in a booking, in its trail and in its people that it changes rooms, or that it will. */
export async function recordMove(
  tx: Transaction,
  { site, caller }: SiteAccess,
  { row, next, planned }: Moved,
  { on, today, notes }: MoveDay,
  now: Date,
): Promise<void> {
  if (!isMove(row, next, planned)) return;
  const changes = [...changesBetween<BookingFactsRow>(row, { location: next.location }), ...stayChanges(row, next)];
  const movesOut = row.status === 'checked_in' && next.location !== row.location;
  const entry = {
    siteId: site.id,
    bookingId: row._id,
    from: row.status,
    to: row.status,
    recordedAt: now,
    caller,
    notes,
  };
  const occurredAt = movesOut && on < today ? startOf(row, on, site.timeZone) : now;
  await updateBooking(tx, site.id, row._id, { ...next.columns, location_id: next.location }, { caller, now });
  if (movesOut) await updateHomes(tx, site.id, [row._id], { caller, now });
  await appendTransaction(tx, { ...entry, occurredAt, type: movesOut ? 'moved' : 'updated', changes });
}

/** Whether anything changes: the present room, or the planned one. */
const isMove = (row: BookingFactsRow, next: Restay, planned: Moved['planned']): boolean =>
  next.location !== row.location ||
  row.planned_move?.location !== planned?.location ||
  row.planned_move?.from !== planned?.from;

/** The beginning of a day, but not before the check-in on it. */
function startOf(row: BookingFactsRow, on: string, timeZone: string): Date {
  const arrived = row.checked_in_at === null ? undefined : new Date(row.checked_in_at);
  return arrived && localDate(arrived, timeZone) === on ? arrived : startOfDay(on, timeZone);
}
