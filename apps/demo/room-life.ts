import type { Failures } from './failures.js';
import { movesOf } from './lives.js';
import type { RoomPlan } from './plan.js';
import type { Entry, Reception } from './reception.js';
import type { Reservation } from './reservations.js';

/**
 * Plays all that happened in one room. What was cancelled or never came goes first, one after the other, since it holds
 * the room until it is closed; then all stays are booked, and then lived in order of time.
 */
export async function playRoom(reception: Reception, failures: Failures, plan: RoomPlan): Promise<void> {
  const location = reception.site.rooms.get(plan.name) ?? '';
  for (const reservation of plan.closed) {
    await failures.collect(reservation.row, async () => live(reception, await reception.book(reservation, location)));
  }
  for (const entry of await bookAll(reception, failures, plan.kept, location)) {
    await failures.collect(entry.reservation.row, () => live(reception, entry));
  }
}

/** Books one reservation after the other; gives those that Lodge took. */
export async function bookAll(
  reception: Reception,
  failures: Failures,
  reservations: readonly Reservation[],
  location: string,
): Promise<Entry[]> {
  const taken: Entry[] = [];
  for (const reservation of reservations) {
    await failures.collect(reservation.row, async () => {
      taken.push(await reception.book(reservation, location));
    });
  }
  return taken;
}

async function live(reception: Reception, entry: Entry): Promise<void> {
  for (const move of movesOf(entry.reservation)) await reception.move(entry, move);
}
