import assert from 'node:assert/strict';
import type { Booking, Day, House } from './house.js';
import { dateOf, type LodgeHouse } from './lodge-house.js';

const SPAN = { before: 30, after: 60 };
type State = 'held' | 'in_house' | 'left';

/** Nights of a booking in a place, as a calendar shows them. */
interface Nights {
  booking: Booking;
  room: string;
  slot: number;
  from: Day;
  to: Day;
  state: State;
}

/** Every range of nights of every place, on the day of the model: whoever is in house has the nights until today. */
function nightsOf(model: House): Nights[] {
  const all = model.bookings.flatMap((booking) =>
    booking.holdings.map((held) => {
      const expected = ['provisional', 'confirmed'].includes(booking.status);
      const state: State = held.inHouse ? 'in_house' : expected ? 'held' : 'left';
      const end = held.to ?? Infinity;
      return { booking, ...held, state, to: held.inHouse ? Math.max(end, model.today) : end, planned: end };
    }),
  );
  const stayers = all.filter(({ state }) => state === 'in_house');
  return all
    .map((each) => {
      const over = stayers.some(
        (other) =>
          other.booking !== each.booking &&
          other.room === each.room &&
          other.slot === each.slot &&
          Math.max(other.planned, each.from) < Math.min(model.today, each.to),
      );
      return { ...each, from: over && each.state === 'held' ? Math.max(each.from, model.today) : each.from };
    })
    .filter(({ from, to }) => from < to);
}

/** Compares the calendar, the occupancy and the stays of bookings with those of the model, night by night. */
export async function compareCalendars(model: House, real: LodgeHouse): Promise<void> {
  const first = Math.min(0, model.today - SPAN.before);
  const last = model.today + SPAN.after;
  const nights = nightsOf(model);
  const days = Array.from({ length: last - first }, (_, index) => first + index);
  const range = `from=${dateOf(first)}&to=${dateOf(last)}`;
  const { data } = await real.read(`locations/${real.site.building}/calendar?${range}`);
  const shown = new Map<string, string>();
  for (const { name, slot, entries } of data)
    for (const { from, to, state, booking } of entries)
      for (const day of days) {
        if (dateOf(day) < from || (to !== null && dateOf(day) >= to)) continue;
        const key = `${name} ${slot} ${dateOf(day)}`;
        assert(!shown.has(key), `${key} is shown twice`);
        shown.set(key, `${state} ${booking._id}`);
      }
  const expected = new Map<string, string>();
  for (const { booking, room, slot, from, to, state } of nights)
    for (const day of days) {
      if (day < from || day >= to) continue;
      const key = `${room} ${slot} ${dateOf(day)}`;
      assert(!expected.has(key), `${key} has two occupants in the model`);
      expected.set(key, `${state} ${real.ids[booking.key]}`);
    }
  assert.deepEqual(sorted(shown), sorted(expected));
  await compareCounts(model, real, expected, days, range);
  await compareStays(model, real, nights);
}

const sorted = (map: Map<string, string>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1));

/** A flat whose rooms can be booked is no place of its own. */
async function compareCounts(model: House, real: LodgeHouse, taken: Map<string, string>, days: Day[], range: string) {
  const leaves = model.rooms.filter(({ parts }) => parts.length === 0);
  const capacity = leaves.reduce((sum, { capacity: places }) => sum + places, 0);
  const places = leaves.flatMap(({ name, capacity: slots }) =>
    Array.from({ length: slots }, (_, i) => `${name} ${i + 1}`),
  );
  const [all] = (await real.read(`occupancy?${range}`)).data;
  const counted = days.map((day) => {
    const states = places.map((place) => taken.get(`${place} ${dateOf(day)}`)?.split(' ')[0]);
    const held = states.filter((state) => state === 'held').length;
    const inHouse = states.filter((state) => state === 'in_house' || state === 'left').length;
    return { date: dateOf(day), capacity, held, in_house: inHouse, free: capacity - held - inHouse };
  });
  const told = all.days.map((day: Record<string, unknown>) => {
    const { date, capacity: total, held, in_house, free } = day;
    return { date, capacity: total, held, in_house, free };
  });
  assert.deepEqual(told, counted);
}

/** The last booking stands for all: each has been the last one. */
async function compareStays(model: House, real: LodgeHouse, nights: Nights[]): Promise<void> {
  const booking = model.bookings.at(-1);
  if (!booking) return;
  const { stays } = await real.booking(booking.key);
  const total = (list: { from: string; to: string | null }[]) => list.map(({ from, to }) => [from, to]);
  const own = new Map(
    nights
      .filter((each) => each.booking === booking)
      .map(({ from, to }) => [from, { from: dateOf(from), to: to === Infinity ? null : dateOf(to) }] as const),
  );
  assert.deepEqual(total(stays), total([...own].sort(([one], [other]) => one - other).map(([, stay]) => stay)));
}
