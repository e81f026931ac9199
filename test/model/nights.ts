import assert from 'node:assert/strict';
import { type Booking, type House, isExpected, isLive, plannedMove } from './house.js';
import { dateOf, type LodgeHouse } from './lodge-house.js';
import { type Day, isEmpty } from './places.js';

const lastNight = ({ holdings, occupiedFrom }: Booking): Day =>
  Math.max(occupiedFrom, ...holdings.filter((held) => !isEmpty(held)).map(({ to }) => to ?? Infinity)) - 1;

/** The room in which somebody was in a night that is over; the present one, where no other is known. */
function roomSleptIn({ holdings, segment, room }: Booking, night: Day): string {
  const there = (from: Day, to: Day | null) => from <= night && (to === null || night < to);
  const held = holdings.find((each) => each.segment <= segment && there(each.from, each.to));
  return held?.root ?? room;
}

/** The room of a booking on a day. */
export function roomOn(booking: Booking, day: Day, today: Day): string {
  const move = plannedMove(booking);
  if (isExpected(booking) || day > today) return move && move.from <= day ? move.room : booking.room;
  if (booking.status === 'checked_out') return roomSleptIn(booking, Math.min(day, lastNight(booking)));
  return day < today ? roomSleptIn(booking, day) : booking.room;
}

/** Whether the guest of a booking was, is or will be there in the night that begins on a day. */
function isThere(booking: Booking, day: Day, today: Day): boolean {
  const { status, occupiedFrom, arrived, end } = booking;
  if (day === today) return status === 'checked_in';
  if (day > today) return isLive(booking) && occupiedFrom <= day && (end === null || end > day);
  const stays = status === 'checked_in' || (status === 'checked_out' && lastNight(booking) >= day);
  return stays && occupiedFrom <= day && arrived <= day;
}

interface Shown {
  _id: string;
  location: string;
}

/** Compares who is there on a day, in which room, and in which of them a room or a house finds them: also before and after moves. */
export async function compareNight(model: House, real: LodgeHouse, day: Day, room: string | null): Promise<void> {
  const { bookings, today, places } = model;
  const below = room === null ? places.rooms.map(({ name }) => name) : [room, ...places.room(room).parts];
  const list = `/bookings?site=${real.site.id}&in_house_on=${dateOf(day)}&limit=200`;
  const ask = async (where: string): Promise<string[]> =>
    (await real.get(`${list}&${where}`)).data.map(({ _id }: Shown) => _id).sort();
  const [shown, inRoom, inTree] = await Promise.all([
    real.read(`day?on=${dateOf(day)}&limit=200`),
    room === null ? undefined : ask(`location=${real.at(room)}`),
    ask(`location_tree=${real.at(room)}`),
  ]);
  const there = bookings.filter((booking) => isThere(booking, day, today));
  const idsIn = (rooms: string[]) =>
    there.filter((booking) => rooms.includes(roomOn(booking, day, today))).map(({ key }) => real.ids[key]).sort(); // prettier-ignore
  const { arrivals, departures, in_house } = shown;
  const lists: { entries: Shown[] }[] = [...Object.values(arrivals), ...Object.values(departures), in_house];
  const told = lists.flatMap(({ entries }) => entries.map(({ _id, location }) => [_id, location].join(' ')));
  const expected = bookings.map((booking) => [real.ids[booking.key], real.at(roomOn(booking, day, today))].join(' '));
  assert.deepEqual([...new Set(told)].filter((each) => !expected.includes(each)), [], `rooms on ${dateOf(day)}`); // prettier-ignore
  const inHouse = in_house.entries.map(({ _id }: Shown) => _id).sort();
  assert.deepEqual(inHouse, idsIn(places.rooms.map(({ name }) => name)), `in house on ${dateOf(day)}`);
  if (room !== null) assert.deepEqual(inRoom, idsIn([room]), `in ${room} on ${dateOf(day)}`);
  assert.deepEqual(inTree, idsIn(below), `below ${room} on ${dateOf(day)}`);
}
