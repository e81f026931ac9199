import { addDays, localDate } from '#libs/core/time/site-time';
import type { BookingRow, TransactionRow } from '#libs/bookings/booking-rows';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { earlier, later } from '#libs/bookings/stay-parts';
import type { Overstay } from '#libs/bookings/history/past-booking.queries';
import type { StayResponse } from '#libs/bookings/stays.dto';

/** Nights in a room that a resident has left for another one. */
interface Left {
  location: string;
  from: string;
  to: string;
}

/** The rooms in which a booking was, from its trail, the earliest first; the last is where it is. */
interface RoomHistory {
  left: Left[];
  /** The first night in the room where it is; undefined before a room move. */
  since: string | undefined;
}

type Entry = Pick<TransactionRow, 'type' | 'occurred_at' | 'changes'>;

const change = ({ changes }: Entry, field: string) => changes.find((each) => each.field === field);

function roomsOf(entries: Entry[], firstNight: string, timeZone: string): RoomHistory {
  let rooms: RoomHistory = { left: [], since: undefined };
  for (const entry of entries) {
    if (entry.type === 'undo_check_in' || entry.type === 'reinstate') rooms = { left: [], since: undefined };
    const ended = entry.type === 'check_out' ? change(entry, 'occupied_to') : undefined;
    if (ended) rooms.left = rooms.left.map((each) => ({ ...each, to: earlier(each.to, ended.to as string) }));
    const move = entry.type === 'moved' ? change(entry, 'location') : undefined;
    if (!move) continue;
    const on = localDate(new Date(entry.occurred_at), timeZone);
    const from = rooms.since ?? firstNight;
    if (on > from) rooms = { left: [...rooms.left, { location: move.from as string, from, to: on }], since: on };
  }
  return rooms;
}

type Past = BookingRow & { planned_move: { location: string; from: string } | null };

/** Where a booking was, is and will be, according to its trail up to a day: the date of the site. */
export function pastStays(row: Past, entries: Entry[], today: string, timeZone: string): StayResponse[] {
  if ((CALLED_OFF as readonly string[]).includes(row.status)) return [];
  const { left, since } = roomsOf(entries, row.occupied_from, timeZone);
  const stays: StayResponse[] = left.map((each) => ({ ...each, state: 'left' }));
  const from = since ?? row.occupied_from;
  const { location, contract_end: end, planned_move: move } = row;
  const last = move ? move.from : end;
  if (row.status === 'checked_out') stays.push({ location, from, to: row.occupied_to, state: 'left' });
  else if (row.status === 'checked_in')
    // A resident who moves has a night in the new room, also after the end of the contract.
    stays.push({
      location,
      from,
      to: last && later(last, since ? later(today, addDays(since, 1)) : today),
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
