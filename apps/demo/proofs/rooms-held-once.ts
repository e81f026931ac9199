import type { Booking } from '../answers.js';
import type { Figure } from '../figures.js';

/** No room is held by two stays on the same day, by what Lodge says of the days they held it. */
export function proveRoomsHeldOnce(bookings: readonly Booking[]): Figure {
  const clashes = [...byLocation(bookings.filter(heldItsRoom)).values()].flatMap(clashesOf);
  return { name: 'Rooms held by two at once', expected: 0, found: clashes.length, examples: clashes.slice(0, 3) };
}

// A person who arrived and left on one day held no night.
const heldItsRoom = ({ status, occupied_from, occupied_to }: Booking): boolean =>
  status === 'checked_out' && occupied_from < occupied_to;

function byLocation(bookings: readonly Booking[]): Map<string, Booking[]> {
  const rooms = new Map<string, Booking[]>();
  for (const booking of bookings) {
    const room = rooms.get(booking.location);
    if (room) room.push(booking);
    else rooms.set(booking.location, [booking]);
  }
  return rooms;
}

function clashesOf(stays: Booking[]): string[] {
  const sorted = stays.sort((one, other) => (one.occupied_from < other.occupied_from ? -1 : 1));
  return sorted.flatMap((stay, index) => {
    const next = sorted[index + 1];
    return next && next.occupied_from < stay.occupied_to ? [`${stay._id} and ${next._id} in ${stay.location}`] : [];
  });
}
