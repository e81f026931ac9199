import { isKept } from './plan.js';
import type { Reservation } from './reservations.js';
import { fillRooms, overlap } from './rooms.js';

/** The stays of the busiest type in one room fewer than they need. */
export interface Shortage {
  type: string;
  rooms: Reservation[][];
  turnedAway: Reservation[];
}

/** @returns undefined when no type needs a second room, so that there would be none left */
export function planShortage(reservations: readonly Reservation[]): Shortage | undefined {
  const kept = reservations.filter(isKept);
  const types = [...new Set(kept.map(({ roomType }) => roomType))].sort();
  const fillings = types.map((type) => {
    const stays = kept.filter(({ roomType }) => roomType === type);
    return { type, stays, needed: fillRooms(stays).rooms.length };
  });
  const busiest = fillings.sort((one, other) => other.needed - one.needed)[0];
  if (!busiest || busiest.needed < 2) return undefined;
  return { type: busiest.type, ...fillRooms(busiest.stays, busiest.needed - 1) };
}

/** The stays of a room that are in the way of another. */
export const inTheWay = (room: readonly Reservation[], stay: Reservation): Reservation[] =>
  room.filter((other) => overlap(other, stay));
