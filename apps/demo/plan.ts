import type { Reservation } from './reservations.js';
import { fillRooms } from './rooms.js';

/** What happens in one room: first the reservations that came to nothing, then the stays, in order of time. */
export interface RoomPlan {
  type: string;
  name: string;
  floor: string;
  closed: Reservation[];
  kept: Reservation[];
}

const ROOMS_PER_FLOOR = 10;

export const isKept = (reservation: Reservation): boolean => reservation.status === 'checked_out';

/** Requests that a room takes: a person, a booking and its transitions for each reservation. */
export const stepsOf = (room: RoomPlan): number => 3 * room.closed.length + 4 * room.kept.length;

/** Gives every reservation a room of its type. A type has as many rooms as its kept stays need at once, at least one. */
export function planRooms(reservations: readonly Reservation[]): RoomPlan[] {
  const types = [...new Set(reservations.map(({ roomType }) => roomType))].sort();
  return types.flatMap((type) => {
    const ofType = reservations.filter(({ roomType }) => roomType === type);
    return planType(type, ofType);
  });
}

function planType(type: string, reservations: readonly Reservation[]): RoomPlan[] {
  const stays = fillRooms(reservations.filter(isKept)).rooms;
  const rooms = (stays.length > 0 ? stays : [[]]).map((kept, index) => roomPlan(type, index, kept));
  // The least busy room takes the next, so that the rooms, which are played side by side, end at about the same time.
  for (const reservation of reservations.filter((each) => !isKept(each))) leastBusy(rooms).closed.push(reservation);
  return rooms;
}

function roomPlan(type: string, index: number, kept: Reservation[]): RoomPlan {
  const floor = Math.floor(index / ROOMS_PER_FLOOR) + 1;
  const door = String((index % ROOMS_PER_FLOOR) + 1).padStart(2, '0');
  return { type, name: `${type}${floor}${door}`, floor: String(floor), closed: [], kept };
}

const leastBusy = (rooms: RoomPlan[]): RoomPlan =>
  rooms.reduce((least, room) => (stepsOf(room) < stepsOf(least) ? room : least));
