import { type Booking, type Closure, type House, isExpected } from './house.js';
import {
  type Day,
  type Holding,
  isEmpty,
  isLate,
  lateNights,
  overlaps,
  overstay,
  type Range,
  whole,
} from './places.js';

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

/** Every range of nights of every place on the day of the model: residents in house have the nights until today. */
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
  const late = lateNights(held, booking ? booking.end : null, today);
  const to = isEmpty(late) ? end : isTaken(model, held) ? today : today + 1;
  const waits =
    (state === 'held' || state === 'closed') &&
    stayers.some(
      (other) => other.room === held.room && other.slot === held.slot && overlaps(whole(held), overstay(other, today)),
    );
  const from = waits ? Math.max(held.from, today) : held.from;
  const { room, slot, root, segment } = held;
  // Where none of the nights is left, the resident who is late has tonight.
  const cleaned = from >= to && waits ? today + 1 : to;
  const cleaning = { from: cleaned, to: Math.max(cleaned, end + held.clean) };
  const place = { holder: keyOf(holder), booking, room, slot, root, segment };
  return { ...place, from, to: Math.max(from, to), state, cleaning, isEmpty: isEmpty(held) || from >= to };
}

/** Whether somebody else has tonight in a place. */
const isTaken = ({ bookings, closures, today }: House, held: Holding): boolean =>
  [...bookings, ...closures].some(({ holdings }) =>
    holdings.some(
      (other) =>
        other !== held &&
        other.room === held.room &&
        other.slot === held.slot &&
        overlaps(other, { from: today, to: today + 1 }),
    ),
  );

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
  // A flat has no places of its own, and still shows who had it before there was a room in it.
  const isCounted = ({ room, holder, segment }: Entry) =>
    rooms.includes(room) &&
    !entries.some(
      (other) =>
        other.holder === holder &&
        other.segment === segment &&
        model.places.isWhole(room) &&
        ((other.root === room && other.room !== room) || model.places.room(room).parts.includes(other.room)),
    );
  const isGone = (entry: Entry) => !model.places.has(entry) || model.places.isWhole(entry.room);
  // Places of rooms that are closed without dates, and that nobody has, count as closed.
  const shut = places.filter(({ room }) => !model.places.isOpen(room)).length;
  counts.forEach((day) => {
    day.closed += shut;
    day.free -= shut;
  });
  for (const { name, capacity } of model.places.rooms.filter(
    (each) => rooms.includes(each.name) && !model.places.isWhole(each.name),
  )) {
    const late = lateElsewhere(model, name).length;
    const left = late > 0 ? capacity - takenIn(model, name, tonight(model.today)).size : 0;
    for (let count = Math.min(late, left); count > 0; count--)
      each(model.today, model.today + 1, (day) => {
        day.in_house += 1;
        if (model.places.isOpen(name)) day.free -= 1;
        else day.closed -= 1;
      });
  }
  // Stays in places that a room has no more take those that it still has, as long as there are any.
  for (const { name, capacity } of model.places.rooms.filter((each) => rooms.includes(each.name))) {
    if (model.places.isWhole(name)) continue;
    const there = entries.filter((entry) => entry.room === name && (entry.booking ?? !isGone(entry)));
    const gone = there.filter(isGone);
    if (gone.length === 0) continue;
    const isOn = (day: Day) => (entry: Entry) =>
      (!entry.isEmpty && entry.from <= day && day < entry.to) ||
      (entry.cleaning.from <= day && day < entry.cleaning.to);
    counts.forEach((counted, index) => {
      const on = isOn(first + index);
      const [all, beyond] = [there.filter(on).length, gone.filter(on).length];
      const taken = Math.min(beyond, capacity - (all - beyond));
      counted.capacity -= taken;
      counted[model.places.isOpen(name) ? 'free' : 'closed'] -= taken;
    });
  }
  for (const entry of entries.filter(isCounted)) {
    const { state, from, to, cleaning, segment, booking } = entry;
    const name = state === 'left' ? 'in_house' : state;
    const isOpen = model.places.isOpen(entry.room);
    const take = (kind: 'closed' | 'held' | 'in_house' | 'turnaround') => (day: Counts) => {
      day[kind] += 1;
      // A room had the places that were taken in it.
      if (isGone(entry)) day.capacity += 1;
      else if (isOpen) day.free -= 1;
      else day.closed -= 1;
    };
    if (!entry.isEmpty) each(from, to, take(name));
    if (!isEmpty(cleaning)) each(cleaning.from, cleaning.to, take('turnaround'));
    if (!booking || entry.isEmpty) continue;
    if (segment === 1) each(from, from + 1, (day) => (day.arrivals += 1));
    const goesOn = booking.holdings.some((held) => held.segment > segment && !isEmpty(held));
    if (!goesOn) each(to, to + 1, (day) => (day.departures += 1));
  }
  return counts;
}

/**
 * What can be booked in a range: how many places of each room are free all the time, and who is still there after the end. The nights
 * for cleaning after the range have to be free, too, unless only the nights themselves are counted.
 */
export function freeIn(
  model: House,
  range: Range,
  cleans = true,
): { room: string; free: number; whole: boolean; stayer: Booking | undefined }[] {
  const { today, places } = model;
  const bookings = model.bookings.flatMap((booking) => booking.holdings.map((held) => ({ booking, held })));
  const taken = [...bookings.map(({ held }) => held), ...model.closures.flatMap(({ holdings }) => holdings)];
  const lateOf = ({ booking, held }: (typeof bookings)[number]) => lateNights(held, booking.end, today);
  const stays = bookings.filter((each) => !isEmpty(lateOf(each)));
  const isFree = ({ room, slot }: { room: string; slot: number }, wanted: Range) =>
    !taken.some((held) => {
      if (held.room !== room || held.slot !== slot) return false;
      return overlaps(whole(held), wanted);
    }) &&
    // A resident who is still there after the end is there tonight, too.
    !stays.some((late) => late.held.room === room && late.held.slot === slot && overlaps(lateOf(late), wanted));
  return places.rooms
    .filter(({ name }) => places.isOpen(name))
    .map(({ name }) => {
      const wanted = whole({ ...range, clean: cleans ? places.cleaningAfter(name, range, null) : 0 });
      const free = places.at(name).filter((place) => isFree(place, wanted)).length;
      const isWhole = places.isWhole(name);
      const rooms = [name, ...places.room(name).parts];
      const isLater = range.from > today;
      const late = bookings.filter(({ booking, held }) => isLater && rooms.includes(held.room) && isLate(held, booking.end, today)); // prettier-ignore
      const [first] = late.sort((a, b) => (a.held.to ?? 0) - (b.held.to ?? 0) || a.booking.key - b.booking.key);
      // Who is in a place that a room has no more takes one of the others.
      const gone = taken.filter((held) => rooms.includes(held.room) && !held.closed && !places.has(held) && overlaps(whole(held), wanted)); // prettier-ignore
      // So does who is late to leave a place that another guest has tonight.
      const elsewhere = overlaps(range, tonight(today)) ? lateElsewhere(model, name).length : 0;
      const left = gone.length + elsewhere > 0 ? leftIn(model, name, wanted, elsewhere) : free;
      return {
        room: name,
        free: isWhole ? Number(free === places.at(name).length && gone.length === 0) : Math.min(free, left),
        whole: isWhole,
        stayer: first?.booking,
      };
    });
}

export const tonight = (today: Day): Range => ({ from: today, to: today + 1 });

/** Who is late to leave a place of a room that another booking has tonight. */
export function lateElsewhere({ bookings, today }: House, name: string): Booking[] {
  const isGiven = (one: Booking, slot: number) =>
    bookings.some((other) => other !== one && other.holdings.some((held) => held.room === name && held.slot === slot && overlaps(held, tonight(today)))); // prettier-ignore
  return bookings.filter((one) =>
    one.holdings.some(
      (held) => held.room === name && !isEmpty(lateNights(held, one.end, today)) && isGiven(one, held.slot),
    ),
  );
}

/** The places of a room that are taken in one of some nights: also by who is late to leave. */
function takenIn({ places, bookings, closures, today }: House, name: string, nights: Range): Set<number> {
  const slots = [...bookings, ...closures].flatMap((holder) =>
    holder.holdings
      .filter((held) => held.room === name && (!held.closed || places.has(held)))
      .filter(
        (held) =>
          overlaps(whole(held), nights) ||
          overlaps(lateNights(held, 'status' in holder ? holder.end : null, today), nights),
      )
      .map(({ slot }) => slot),
  );
  return new Set(slots);
}

/** How many places of a room are left in the night with the most people. */
function leftIn(model: House, name: string, wanted: Range, elsewhere: number): number {
  const { today, places, bookings, closures } = model;
  const starts = [...bookings, ...closures].flatMap((holder) =>
    holder.holdings
      .filter((held) => held.room === name && (!held.closed || places.has(held)))
      .flatMap((held) => [whole(held), lateNights(held, 'status' in holder ? holder.end : null, today)])
      .filter((nights) => overlaps(nights, wanted))
      .map((nights) => Math.max(nights.from, wanted.from)),
  );
  if (elsewhere > 0) starts.push(today);
  const most = Math.max(0, ...starts.map((day) => takenIn(model, name, { from: day, to: day + 1 }).size + (day === today ? elsewhere : 0))); // prettier-ignore
  return Math.max(0, places.room(name).capacity - most);
}
