import { addDays } from '#libs/core/time/site-time';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { later } from '#libs/bookings/stay-parts';
import type { PastBooking } from '#libs/bookings/history/past-booking.queries';
import type { Overstay } from '#libs/bookings/history/past-nights.queries';
import type { StayResponse } from '#libs/bookings/stays.dto';

/** The end of the part of a stay that is spent in the present room. */
const endOf = ({ planned_move: move, contract_end: end }: PastBooking): string | null => (move ? move.from : end);

/** Whether somebody in house was late to leave on a day. */
export const isLate = (row: PastBooking, today: string): boolean =>
  row.status === 'checked_in' && (endOf(row) ?? today) < today;

/**
 * Where a booking was, is and will be, at a moment on a day: the date of the site. Somebody who was late to leave had that night, too,
 * if nobody else had it.
 */
export function pastStays(row: PastBooking, today: string, isFreeTonight: boolean): StayResponse[] {
  if ((CALLED_OFF as readonly string[]).includes(row.status)) return [];
  const { left, segment_from: from, location, contract_end: end, planned_move: move } = row;
  const stays: StayResponse[] = left.map((each) => ({ ...each, state: 'left' }));
  const last = endOf(row);
  if (row.status === 'checked_out') stays.push({ location, from, to: row.occupied_to, state: 'left' });
  else if (row.status === 'checked_in') {
    // A resident who moves has a night in the new room, also after the end of the contract.
    const isFirstNight = left.length > 0 && from === today;
    const until = isFirstNight || (isLate(row, today) && isFreeTonight) ? addDays(today, 1) : today;
    stays.push({ location, from, to: last && later(last, until), state: 'in_house' });
  } else stays.push({ location, from, to: last, state: 'held' });
  if (move) stays.push({ location: move.location, from: move.from, to: end, state: 'held' });
  return stays.filter(isAny);
}

const isAny = ({ from, to }: StayResponse): boolean => to === null || to > from;

/** Held stays that ought to have begun. */
export const lateStays = (stays: StayResponse[], today: string): StayResponse[] =>
  stays.filter(({ state, from }) => state === 'held' && from < today);

/** Nights that are held where another resident still is begin when that stay is over: today at the earliest. */
export const behindOthers = (stays: StayResponse[], today: string, overstays: Overstay[]): StayResponse[] => {
  const waits = ({ state, location, from, to }: StayResponse) =>
    state === 'held' &&
    from < today &&
    overstays.some((each) => each.location === location && (to === null || each.since < to));
  return stays.map((stay) => (waits(stay) ? { ...stay, from: today } : stay)).filter(isAny);
};
