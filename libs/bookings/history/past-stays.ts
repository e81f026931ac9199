import { addDays } from '#libs/core/time/site-time';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { later } from '#libs/bookings/stay-parts';
import type { Overstay, PastBooking } from '#libs/bookings/history/past-booking.queries';
import type { StayResponse } from '#libs/bookings/stays.dto';

/** Where a booking was, is and will be, at a moment on a day: the date of the site. */
export function pastStays(row: PastBooking, today: string): StayResponse[] {
  if ((CALLED_OFF as readonly string[]).includes(row.status)) return [];
  const { left, segment_from: from, location, contract_end: end, planned_move: move } = row;
  const stays: StayResponse[] = left.map((each) => ({ ...each, state: 'left' }));
  const last = move ? move.from : end;
  if (row.status === 'checked_out') stays.push({ location, from, to: row.occupied_to, state: 'left' });
  else if (row.status === 'checked_in')
    // A resident who moves has a night in the new room, also after the end of the contract.
    stays.push({
      location,
      from,
      to: last && later(last, left.length > 0 ? later(today, addDays(from, 1)) : today),
      state: 'in_house',
    });
  else stays.push({ location, from, to: last, state: 'held' });
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
