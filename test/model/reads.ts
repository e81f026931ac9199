import assert from 'node:assert/strict';
import { type Booking, type House, isLive } from './house.js';
import { dateOf, dateOrNull, type LodgeHouse } from './lodge-house.js';
import { compareNight } from './nights.js';
import { type Day, type Holding, isLate, overlaps, type Range, whole } from './places.js';
import { countsOf, entriesOf, type Entry, findShared, freeIn, isWithin, lateElsewhere, tonight } from './views.js';

/** Two years around the day of the model. */
const SPAN = { before: 200, after: 530 };

/** What is asked about, besides everything: random, so that many ranges and places are seen. */
export interface Question {
  first: Day;
  nights: number | null;
  /** Where: a room, or null for the whole house. */
  room: string | null;
}

const HELD = `
SELECT l.name AS room, t.slot, t.segment, t.state, t.holder_id AS holder, lower(t.nights)::text AS "from", nullif(upper(t.nights), 'infinity')::text AS "to",
  coalesce(upper(t.cleaning) - lower(t.cleaning), 0) AS cleaned
FROM timeline($1, $2) t JOIN locations l ON l.site_id = $1 AND l.id = t.location_id WHERE NOT isempty(t.nights) OR NOT isempty(t.cleaning)`;

/** Compares the timeline of every place with that of the model, after each step; no night has two occupants. */
export async function compareTimelines(model: House, real: LodgeHouse): Promise<void> {
  const entries = entriesOf(model);
  assert.equal(findShared(entries), undefined, 'a place has two occupants in the model');
  const rows = await real.lodge.sql(HELD, [real.site.id, dateOf(model.today)]);
  const text = (row: Record<string, unknown>) =>
    [row.room, row.slot, row.segment, row.state, row.holder, row.from, row.to, row.cleaned].join(' ');
  const shown = entries
    .filter((entry) => !entry.isEmpty || entry.cleaning.from < entry.cleaning.to)
    .map(({ from, to, cleaning, isEmpty: empty, ...entry }) => {
      const [first, last] = empty ? [null, null] : [dateOf(from), dateOrNull(to)];
      const cleaned = to === Infinity ? 0 : cleaning.to - cleaning.from;
      return text({ ...entry, holder: idOf(real, entry), from: first, to: last, cleaned });
    });
  assert.deepEqual(rows.map(text).sort(), shown.sort());
}

const idOf = (real: LodgeHouse, { holder, booking }: Pick<Entry, 'holder' | 'booking'>) =>
  booking ? real.ids[booking.key] : real.closures[Number(holder.split(' ')[1])];

/** Sends every read about places and people, and compares the responses with the model. */
export async function compareReads(model: House, real: LodgeHouse, question: Question): Promise<void> {
  const entries = entriesOf(model);
  await Promise.all([
    compareCalendar(model, real, entries),
    compareOccupancy(model, real, entries),
    compareStays(model, real, entries),
    compareList(model, real, entries, question),
    compareAvailability(model, real, entries, question),
    comparePeople(model, real),
    // One night of the whole range, and one of the last or next days, in which most moves are.
    ...[question.first, Math.trunc(question.first / 4)].map((day) =>
      compareNight(model, real, model.today + day, question.room),
    ),
  ]);
}

const spanOf = ({ today }: House) => ({ from: today - SPAN.before, to: today + SPAN.after });
const query = ({ from, to }: Range) => `from=${dateOf(from)}${to === null ? '' : `&to=${dateOf(to)}`}`;
const belowOf = (model: House, room: string | null): string[] =>
  room === null ? model.places.rooms.map(({ name }) => name) : [room, ...model.places.room(room).parts];

async function compareCalendar(model: House, real: LodgeHouse, entries: Entry[]): Promise<void> {
  const span = spanOf(model);
  const { data } = await real.read(`locations/${real.site.building}/calendar?${query(span)}`);
  const told: string[] = data.flatMap(
    ({ name, slot, entries: shown }: { name: string; slot: number; entries: Shown[] }) =>
      shown.map(({ from, to, state, booking, closure }) =>
        [name, slot, from, to, state, (booking ?? closure)?._id].join(' '),
      ),
  );
  const expected = entries
    .filter((entry) => (!entry.isEmpty && isWithin(entry, span)) || isWithin(entry.cleaning, span))
    .map((entry) => {
      const { room, slot, state, cleaning } = entry;
      // Where no night is left, there is only the cleaning.
      const { from, to } = entry.isEmpty ? { from: cleaning.from, to: cleaning.from } : entry;
      return [room, slot, dateOf(from), dateOrNull(to), state, idOf(real, entry)].join(' ');
    });
  assert.deepEqual(told.sort(), expected.sort(), 'the calendar');
}

interface Shown {
  from: string;
  to: string | null;
  state: string;
  booking: { _id: string } | null;
  closure: { _id: string } | null;
}

async function compareOccupancy(model: House, real: LodgeHouse, entries: Entry[]): Promise<void> {
  const { from, to } = spanOf(model);
  const days = to - from;
  const [all, types] = await Promise.all(
    ['day', 'location_type'].map(
      async (by) => (await real.read(`occupancy?${query({ from, to })}&group_by=${by}`)).data,
    ),
  );
  const groups = [
    { told: all[0], rooms: model.places.rooms },
    ...['Room', 'Suite'].map((type) => ({
      told: types.find(({ name }: { name: string }) => name === type),
      rooms: model.places.rooms.filter((each) => each.type === type),
    })),
  ];
  for (const { told, rooms } of groups) {
    const names = rooms.map(({ name }) => name);
    if (!told && names.every((name) => model.places.isWhole(name))) continue;
    const counted = countsOf(model, entries, names, from, days).map((day, index) => ({
      date: dateOf(from + index),
      ...day,
    }));
    assert.deepEqual(told.days, counted, 'occupancy');
  }
}

async function compareStays(model: House, real: LodgeHouse, entries: Entry[]): Promise<void> {
  const told: { _id: string; stays: unknown }[] = [];
  do {
    const { data } = await real.get(`/bookings?site=${real.site.id}&include=stays&limit=200&skip=${told.length}`);
    told.push(...data);
    if (data.length === 0) break;
  } while (told.length < model.bookings.length);
  for (const booking of model.bookings) {
    const single = told.find(({ _id }: { _id: string }) => _id === real.ids[booking.key]);
    assert.deepEqual(single?.stays, staysOf(real, entries, booking), `stays of ${booking.key}`);
  }
}

function staysOf(real: LodgeHouse, entries: Entry[], booking: Booking) {
  const own = entries.filter((entry) => entry.booking === booking && !entry.isEmpty);
  const segments = [...new Set(own.map(({ segment }) => segment))];
  return segments
    .map((segment) => {
      const parts = own.filter((entry) => entry.segment === segment);
      const [first] = parts as [Entry];
      const [from, to] = [Math.min(...parts.map((each) => each.from)), Math.max(...parts.map((each) => each.to))];
      return {
        segment,
        from,
        stay: { location: real.rooms.get(first.root), from: dateOf(from), to: dateOrNull(to), state: first.state },
      };
    })
    .sort((one, other) => one.from - other.from || one.segment - other.segment)
    .map(({ stay }) => stay);
}

async function compareList(model: House, real: LodgeHouse, entries: Entry[], question: Question): Promise<void> {
  const { first, nights, room } = question;
  const range = { from: model.today + first, to: nights === null ? null : model.today + first + nights };
  const ask = async (where: string): Promise<string[]> => {
    const { data } = await real.get(`/bookings?site=${real.site.id}&${query(range)}${where}&limit=200`);
    return data.map(({ _id }: { _id: string }) => _id).sort();
  };
  const found = (match: (entry: Entry) => boolean) => {
    const there = entries.filter((entry) => entry.booking && !entry.isEmpty && isWithin(entry, range) && match(entry));
    return [...new Set(there.map((entry) => idOf(real, entry)))].sort();
  };
  const below = belowOf(model, room);
  const [all, at, inTree] = await Promise.all([
    ask(''),
    room === null ? [] : ask(`&location=${real.at(room)}`),
    ask(`&location_tree=${real.at(room)}`),
  ]);
  assert.deepEqual(
    all,
    found(() => true),
    'the list of nights',
  );
  if (room !== null)
    assert.deepEqual(
      at,
      found((entry) => entry.room === room && entry.root === room),
      'the list of a room',
    );
  assert.deepEqual(
    inTree,
    found((entry) => below.includes(entry.room) && below.includes(entry.root)),
    'the list of a tree',
  );
}

interface Offered {
  name: string;
  free: number;
  whole: boolean;
  occupied_by: { booking_id: string } | null;
}

async function compareAvailability(
  model: House,
  real: LodgeHouse,
  entries: Entry[],
  { first, nights, room }: Question,
): Promise<void> {
  const range = { from: model.today + first, to: nights === null ? null : model.today + first + nights };
  const below = belowOf(model, room);
  const offered = freeIn(model, range).filter((each) => below.includes(each.room));
  const { data, types } = await real.read(`availability?${query(range)}&location_tree=${real.at(room)}`);
  const told = data.map(({ name, free, whole, occupied_by: by }: Offered) => [name, free, whole, by?.booking_id]);
  const expected = offered
    .filter(({ free }) => free > 0)
    .map(({ room: name, free, whole, stayer }) => [name, free, whole, stayer && real.ids[stayer.key]]);
  const byName = (one: unknown[], other: unknown[]) => String(one[0]).localeCompare(String(other[0]));
  assert.deepEqual(told.sort(byName), expected.sort(byName), 'availability');
  const last = range.to ?? range.from + 366;
  for (const day of [range.from, Math.floor((range.from + last) / 2), last - 1]) {
    const night = { from: day, to: day + 1 };
    const free = freeIn(model, night, false).filter((each) => !each.whole && below.includes(each.room));
    const sum = (days: { date: string; free: number }[]) => days.find(({ date }) => date === dateOf(day))?.free ?? 0;
    const total = types.reduce((n: number, type: { days: { date: string; free: number }[] }) => n + sum(type.days), 0);
    const isTold = overlaps(night, range);
    const sumOfFree = free.reduce((n, each) => n + each.free, 0);
    if (isTold) assert.equal(total, sumOfFree, `free on ${dateOf(day)}`);
    const counted = countsOf(model, entries, below, day, 1)[0];
    assert.equal(counted?.free, sumOfFree, `what is free and what is not taken on ${dateOf(day)}`);
  }
}

async function comparePeople(model: House, real: LodgeHouse): Promise<void> {
  const [everybody, residents] = await Promise.all([
    real.get(`/students/${real.site.id}`),
    real.get(`/students/${real.site.id}?in_house=true`),
  ]);
  const inHouse = model.bookings
    .filter(({ status }) => status === 'checked_in')
    .map(({ person }) => real.people[person]);
  const ids = residents.map(({ _id }: { _id: string }) => _id);
  assert.deepEqual(ids.sort(), [...new Set(inHouse)].sort(), 'who is in house');
  real.people.forEach((id, person) => {
    const { location } = everybody.find(({ _id }: { _id: string }) => _id === id);
    const home = model.homes.get(person);
    const expected = home === undefined ? real.site.building : home === '' ? '' : real.rooms.get(home);
    assert.equal(location, expected, `where person ${person} lives`);
  });
}

/** The residents who are late to leave the places of a booking, which its warnings name: of somebody in house, those of a planned move. */
export function overstaysIn(model: House, booking: Booking): string[] {
  if (!isLive(booking)) return [];
  const places = booking.holdings.filter(({ from }) => booking.status !== 'checked_in' || from > model.today);
  if (booking.end !== null && booking.end <= model.today) return [];
  const late = model.bookings.filter((other) =>
    other.holdings.some(
      (held) =>
        isLate(held, other.end, model.today) && places.some((own) => own.room === held.room && own.slot === held.slot),
    ),
  );
  const others = [...model.bookings, ...model.closures]
    .filter((each) => each !== booking)
    .flatMap(({ holdings }) => holdings);
  const addIfFull = (own: Holding, night: Range, staying: Booking[]) => {
    const taken = others.filter((held) => held.room === own.room && held.slot !== own.slot && overlaps(whole(held), night)); // prettier-ignore
    if (new Set(taken.map(({ slot }) => slot)).size + staying.length >= model.places.room(own.room).capacity)
      late.push(...staying.filter((each) => !late.includes(each)));
  };
  // In a room that is full with who is late to leave a place that somebody else has by now, any place is that of both.
  for (const own of places.filter(({ from }) => from <= model.today))
    addIfFull(own, tonight(model.today), lateElsewhere(model, own.room));
  // In one that would be full in the first night if nobody left, too.
  for (const own of places.filter(({ from }) => from > model.today)) {
    const staying = model.bookings.filter((other) => other !== booking && other.holdings.some((held) => held.room === own.room && isLate(held, other.end, model.today))); // prettier-ignore
    addIfFull(own, { from: own.from, to: own.from + 1 }, staying);
  }
  return late.filter((other) => other !== booking).map(({ key }) => String(key));
}
