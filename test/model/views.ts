import { type Booking, type Closure, type House, isExpected } from './house.js';
import { type Day, type Holding, isEmpty, overlaps, overstay, type Range, whole } from './places.js';

export type State = 'held' | 'in_house' | 'left' | 'closed';

/** What a calendar shows in a place: nights, and those for cleaning after them. */
export interface Entry {
  holder: string;
  booking: Booking | undefined;
  room: string;
  slot: number;
  root: string;
  segment: number;
  from: Day;
  to: Day;
  state: State;
  cleaning: { from: Day; to: Day };
  /** Whether it has nights; without them it only keeps its place in the order of segments. */
  isEmpty: boolean;
}

const keyOf = (holder: Booking | Closure): string => `${'status' in holder ? 'booking' : 'closure'} ${holder.key}`;

/** Every range of nights of every place on the day of the model: whoever is in house has the nights until today. */
export function entriesOf(model: House): Entry[] {
  const holders = [...model.bookings, ...model.closures];
  const stayers = holders.flatMap(({ holdings }) => holdings.filter(({ inHouse }) => inHouse));
  return holders.flatMap((holder) => holder.holdings.map((held) => entryOf(model, holder, held, stayers)));
}

function entryOf(model: House, holder: Booking | Closure, held: Holding, stayers: Holding[]): Entry {
  const { today } = model;
  const booking = 'status' in holder ? holder : undefined;
  const state = stateOf(booking, held);
  const end = held.to ?? Infinity;
  const to = held.inHouse ? Math.max(end, today) : end;
  const waits =
    (state === 'held' || state === 'closed') &&
    stayers.some(
      (other) => other.room === held.room && other.slot === held.slot && overlaps(whole(held), overstay(other, today)),
    );
  const from = waits ? Math.max(held.from, today) : held.from;
  const { room, slot, root, segment } = held;
  // Nights of which none is left are not cleaned after.
  const cleaning = { from: to, to: from >= to && waits ? to : Math.max(to, end + held.clean) };
  const place = { holder: keyOf(holder), booking, room, slot, root, segment };
  return { ...place, from, to: Math.max(from, to), state, cleaning, isEmpty: isEmpty(held) || from >= to };
}

function stateOf(booking: Booking | undefined, held: Holding): State {
  if (!booking) return 'closed';
  if (held.inHouse) return 'in_house';
  return isExpected(booking) || held.segment > booking.segment ? 'held' : 'left';
}

export const isWithin = (entry: { from: Day; to: Day }, range: Range): boolean =>
  entry.from < entry.to && overlaps({ from: entry.from, to: entry.to === Infinity ? null : entry.to }, range);

/** No place has two occupants in a night. Returns the first two that share one. */
export function findShared(entries: Entry[]): [Entry, Entry] | undefined {
  const sorted = entries
    .filter((entry) => !entry.isEmpty)
    .sort((one, other) => one.room.localeCompare(other.room) || one.slot - other.slot || one.from - other.from);
  for (const [index, next] of sorted.entries()) {
    const one = sorted[index - 1];
    if (one && one.room === next.room && one.slot === next.slot && one.to > next.from) return [one, next];
  }
  return undefined;
}

export interface Counts {
  capacity: number;
  closed: number;
  held: number;
  in_house: number;
  turnaround: number;
  arrivals: number;
  departures: number;
  free: number;
}

/** How many of some rooms' places are what in the nights from a day on. */
export function countsOf(model: House, entries: Entry[], rooms: string[], first: Day, days: number): Counts[] {
  const places = model.places.leaves().filter(({ room }) => rooms.includes(room));
  const counts = Array.from({ length: days }, (): Counts => {
    const none = { closed: 0, held: 0, in_house: 0, turnaround: 0, arrivals: 0, departures: 0 };
    return { capacity: places.length, ...none, free: places.length };
  });
  const each = (from: Day, to: Day, work: (day: Counts) => void) => {
    for (let day = Math.max(from, first); day < Math.min(to, first + days); day++) work(counts[day - first] as Counts);
  };
  const isLeaf = ({ room, slot }: Entry) => places.some((place) => place.room === room && place.slot === slot);
  for (const entry of entries.filter(isLeaf)) {
    const { state, from, to, cleaning, segment, booking } = entry;
    const name = state === 'left' ? 'in_house' : state;
    const take = (kind: 'closed' | 'held' | 'in_house' | 'turnaround') => (day: Counts) => {
      day[kind] += 1;
      day.free -= 1;
    };
    if (!entry.isEmpty) each(from, to, take(name));
    if (!isEmpty(cleaning)) each(cleaning.from, cleaning.to, take('turnaround'));
    if (!booking || entry.isEmpty) continue;
    if (segment === 1) each(from, from + 1, (day) => (day.arrivals += 1));
    const goesOn = booking.holdings.some((held) => held.segment === segment + 1);
    if (!goesOn) each(to, to + 1, (day) => (day.departures += 1));
  }
  return counts;
}

/** What can be booked in a range: how many places of each room are free all the time, and who is still there after the end. */
export function freeIn(
  model: House,
  range: Range,
): { room: string; free: number; whole: boolean; stayer: Booking | undefined }[] {
  const { today, places } = model;
  const bookings = model.bookings.flatMap((booking) => booking.holdings.map((held) => ({ booking, held })));
  const taken = [...bookings.map(({ held }) => held), ...model.closures.flatMap(({ holdings }) => holdings)];
  const stays = bookings.filter(({ held }) => held.inHouse && held.to !== null && held.to < today);
  const isFree = ({ room, slot }: { room: string; slot: number }) =>
    !taken.some((held) => {
      if (held.room !== room || held.slot !== slot) return false;
      // Whoever is still there after the end is there tonight, too.
      const late =
        held.inHouse && held.to !== null && held.to < today && overlaps({ from: held.to, to: today + 1 }, range);
      return overlaps(whole(held), range) || late;
    });
  return places.rooms.map(({ name }) => {
    const free = places.at(name).filter(isFree).length;
    const isWhole = places.isWhole(name);
    const late = stays.filter(({ held }) => [name, ...places.room(name).parts].includes(held.room));
    const [first] = late.sort((a, b) => (a.booking.end ?? 0) - (b.booking.end ?? 0) || a.booking.key - b.booking.key);
    return {
      room: name,
      free: isWhole ? Number(free === places.at(name).length) : free,
      whole: isWhole,
      stayer: first?.booking,
    };
  });
}
