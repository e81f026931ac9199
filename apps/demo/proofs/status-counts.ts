import type { Page } from '../answers.js';
import type { Figure } from '../figures.js';
import type { LodgeClient } from '../lodge-client.js';
import { FINAL_STATUSES, type Reservation } from '../reservations.js';

const LIVE = 'provisional,confirmed,checked_in';

/** As many bookings of each status as the file has, by Lodge's own totals. */
export async function proveStatusCounts(
  client: LodgeClient,
  site: string,
  reservations: readonly Reservation[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const status of [...FINAL_STATUSES, LIVE, 'void']) {
    const { total } = await client.get<Page<unknown>>('/bookings', { site, status, limit: 1 });
    const expected = reservations.filter((reservation) => reservation.status === status).length;
    figures.push({ name: `Total of ${status === LIVE ? 'live bookings' : status}`, expected, found: total });
  }
  return figures;
}
