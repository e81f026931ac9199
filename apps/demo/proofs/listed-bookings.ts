import type { Booking, Page } from '../answers.js';
import { figureOfAll, type Figure } from '../figures.js';
import { departureOf } from '../lives.js';
import type { LodgeClient } from '../lodge-client.js';
import { isKept } from '../plan.js';
import type { Entry } from '../reception.js';
import type { Reservation } from '../reservations.js';

const PAGE = 200;

/** Every booking of a site, page by page. */
export async function listBookings(client: LodgeClient, site: string): Promise<Booking[]> {
  const bookings: Booking[] = [];
  for (let total = 1; bookings.length < total;) {
    const page = await client.get<Page<Booking>>('/bookings', { site, limit: PAGE, skip: bookings.length });
    if (page.data.length === 0) break;
    bookings.push(...page.data);
    total = page.total;
  }
  return bookings;
}

/** Every reservation of the file is listed exactly once, with its final status. */
export function proveAllListed(
  reservations: readonly Reservation[],
  entries: ReadonlyMap<number, Entry>,
  bookings: readonly Booking[],
): Figure[] {
  const ofPerson = groupByPerson(bookings);
  const listed = ({ row }: Reservation) => ofPerson.get(entries.get(row)?.person ?? '') ?? [];
  const is = (test: (booking: Booking, reservation: Reservation) => boolean) => (reservation: Reservation) =>
    listed(reservation).length === 1 && listed(reservation).every((booking) => test(booking, reservation));
  const tell = (reservation: Reservation) => `row ${reservation.row}: ${JSON.stringify(listed(reservation))}`;
  const kept = reservations.filter(isKept);
  const inPlace = is((booking, { row }) => booking.location === entries.get(row)?.location);
  return [
    { name: 'Bookings on all pages', expected: reservations.length, found: bookings.length },
    figureOfAll(
      'Reservations listed once',
      reservations,
      is(() => true),
      tell,
    ),
    figureOfAll(
      '... with the status they ended in',
      reservations,
      is((booking, { status }) => booking.status === status),
      tell,
    ),
    figureOfAll('... in their room', reservations, inPlace, tell),
    figureOfAll('... for their nights', reservations, is(hasDates), tell),
    figureOfAll('Kept stays that held the room while they were there', kept, is(wasThere), tell),
  ];
}

const hasDates = (booking: Booking, { start, end }: Reservation): boolean =>
  booking.contract_start === start && booking.contract_end === end;

const wasThere = (booking: Booking, reservation: Reservation): boolean =>
  booking.occupied_from === reservation.start && booking.occupied_to === departureOf(reservation);

function groupByPerson(bookings: readonly Booking[]): Map<string, Booking[]> {
  const groups = new Map<string, Booking[]>();
  for (const booking of bookings)
    groups.set(booking.lead_person, [...(groups.get(booking.lead_person) ?? []), booking]);
  return groups;
}
