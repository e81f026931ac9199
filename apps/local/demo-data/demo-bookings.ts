import { pick, seeded } from '#apps/demo/seeded';
import { addDays } from '#libs/core/time/site-time';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';
import type { PersonRow } from '#apps/local/demo-data/demo-people';
import type { PlaceRow } from '#apps/local/demo-data/demo-places';
import type { TransitionType } from '#libs/bookings/booking-status';

/** A demo booking: where, who, from which day to which (in days from today), and the moves it made (type, days from today). */
export interface BookingPlan {
  id: string;
  kind: string;
  place: PlaceRow;
  person: PersonRow;
  status: 'provisional' | 'confirmed';
  from: string;
  to: string;
  notes?: string;
  moves: { type: TransitionType; on: string }[];
}

type Life = [kind: string, from: number, to: number, moves: [TransitionType, number][], status?: 'provisional'];

// Every status and every phase, with most rooms lived in, as a house in term looks like.
const LIVES: Life[] = [
  ['resident', -62, 210, [['check_in', -62]]],
  ['resident', -61, 210, [['check_in', -60]]],
  ['resident', -60, 211, [['check_in', -60]]],
  ['resident', -33, 90, [['check_in', -33]]],
  ['gone', -120, -64, [['check_in', -120], ['check_out', -64]]],
  ['due in', 0, 212, []],
  ['upcoming', 20, 230, []],
  ['request', 35, 240, [], 'provisional'],
  ['cancelled', 10, 200, [['cancel', -3]]],
  ['no-show', -20, 180, [['no_show', -18]]],
  ['late', -2, 200, []],
  ['due out', -62, 0, [['check_in', -62]]],
  ['overstay', -90, -2, [['check_in', -90]]],
  ['entered twice', -10, 190, [['void', -9]]],
  ['short guest', -9, -4, [['check_in', -9], ['check_out', -4]]],
  ['resident', -61, 208, [['check_in', -59]]],
]; // prettier-ignore

/** The rooms that bookings are planned for: all but the one of the examples. */
export const roomsOf = (places: PlaceRow[]): PlaceRow[] =>
  places.filter((place) => /^(Room|Studio|Twin)/.test(place.name) && place.id !== EXAMPLE.room);

/** Every ninth room has no booking. */
export const isLeftFree = (index: number): boolean => index % 9 === 8;

/** One booking or two for most rooms; the example room and every flat as a whole stay free. */
export function planBookings(
  places: PlaceRow[],
  people: PersonRow[],
  today: string,
  isExampleSite: boolean,
): BookingPlan[] {
  const random = seeded(places.length);
  const rooms = roomsOf(places);
  let next = 0;
  // The first of each kind is the one that the examples of the OpenAPI document name.
  const examples = new Map(
    isExampleSite
      ? [
          ['due in', EXAMPLE.booking],
          ['upcoming', EXAMPLE.otherBooking],
        ]
      : [],
  );
  return rooms.flatMap((place, index) => {
    if (isLeftFree(index)) return [];
    const [kind, from, to, moves, status] = LIVES[index % LIVES.length] ?? pick(LIVES, random);
    const person = people[++next % people.length];
    if (!person) return [];
    const example = examples.get(kind);
    examples.delete(kind);
    const plan: BookingPlan = {
      id: example ?? newId(),
      kind,
      place,
      person,
      status: status ?? 'confirmed',
      from: addDays(today, from),
      to: addDays(today, to),
      notes: kind === 'late' ? 'Flight delayed, called on the day' : undefined,
      moves: moves.map(([type, day]) => ({ type, on: addDays(today, day) })),
    };
    return [plan];
  });
}
