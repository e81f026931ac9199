import { beforeAll, describe, expect, test } from '@jest/globals';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const [TODAY, MOVING, LEAVING] = ['2026-11-21', '2026-11-25', '2026-11-28'];
const LIMIT = 200;
/** By the order of the day House 2 is before House 10; by that of letters, and of making, it is after it. */
const HOUSES = { 'House 10': 90, 'House 2': 125 };
const ALL = 215;

const { lodge, site } = await useLodge({});
const { email } = await lodge.make.user({ roles: { [site.id]: 'manager' } });
let desk = await lodge.logIn(email);
/** Another day begins: the session of the day before may be over. */
const wakeUp = async (day: string) => {
  lodge.clock.set(`${day}T12:00:00.000Z`);
  desk = await lodge.logIn(email);
};

interface List {
  count: number;
  by_building: { name: string; count: number }[];
  entries: Record<string, string>[];
}

describe('a day whose lists have more entries than it returns', () => {
  const rooms: Record<'homes' | 'others', string[]> = { homes: [], others: [] };
  const bookings: string[] = [];
  const expected = (['House 2', 'House 10'] as const).flatMap((house) =>
    Array.from({ length: HOUSES[house] }, (_, index) => `${house}, Room ${index + 1}`),
  );
  const places = new Map<string, string>();

  beforeAll(async () => {
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const types = (await owner.get(`/sites/${site.id}/location-types`)).body as { _id: string; name: string }[];
    const type = (id: string) => types.find(({ _id }) => _id === id)?.name;
    for (const [house, count] of Object.entries(HOUSES)) {
      const code = house.replace('House ', 'H');
      const locations = [
        { name: house, code, type: type(site.buildingType) },
        ...['Room', 'Other'].map((name) => ({ name: `${name} {n}`, code: `${code}-${name[0]}{n}`, type: type(site.roomType), parent: code, range: `1-${count}` })), // prettier-ignore
      ];
      const made = await owner.post(`/sites/${site.id}/locations/bulk`, { locations });
      expect([made.status, made.body.detail]).toEqual([200, undefined]);
    }
    const all = (await desk.get(`/sites/${site.id}/locations`)).body as { _id: string; name: string; parent: string }[]; // prettier-ignore
    const named = new Map(all.map(({ _id, name }) => [_id, name]));
    for (const { _id, name, parent } of all) {
      places.set(_id, `${named.get(parent)}, ${name}`);
      const house = named.get(parent) ?? '';
      if (house in HOUSES) rooms[name.startsWith('Room') ? 'homes' : 'others'].push(_id);
    }
    // The last room is booked first.
    rooms.homes.sort((a, b) => expected.indexOf(places.get(b) ?? '') - expected.indexOf(places.get(a) ?? ''));
    expect([rooms.homes.length, rooms.others.length]).toEqual([ALL, ALL]);
    await lodge.make.students(site, ALL);
    const people = (await desk.get(`/students/${site.id}`)).body as { _id: string }[];
    const assignments = rooms.homes.map((location_id, index) => ({ location_id, person_id: people[index]?._id }));
    const made = await desk.post('/bookings/bulk', { site: site.id, contract_start: TODAY, contract_end: LEAVING, assignments }); // prettier-ignore
    expect(made.body.summary).toMatchObject({ created: ALL });
    for (const { booking } of made.body.results) bookings.push(booking._id);
  }, 120_000);

  const day = async (on: string, query = '') => (await desk.get(`/sites/${site.id}/day?on=${on}${query}`)).body;
  const transition = async (type: string) => {
    const transitions = bookings.map((booking_id) => ({ booking_id, type }));
    const { status, body } = await desk.post('/bookings/transitions/bulk', {
      site: site.id,
      atomic: true,
      transitions,
    });
    expect([status, body.detail]).toEqual([200, undefined]);
  };
  /** The counts are of all; the entries are the first by building and room, each of them once. */
  const isCut = (list: List, room = 'location') => {
    expect(list.count).toBe(ALL);
    expect(list.by_building.map(({ name, count }) => [name, count])).toEqual([['House 2', 125], ['House 10', 90]]); // prettier-ignore
    expect(list.entries.map((entry) => places.get(entry[room] ?? ''))).toEqual(expected.slice(0, LIMIT));
    expect(new Set(list.entries.map(({ _id }) => _id)).size).toBe(LIMIT);
  };
  const isEmpty = (list: List) => expect([list.count, list.entries]).toEqual([0, []]);

  test('counts all of them and lists the first 200 by building and room: arrivals, who is in house, and departures', async () => {
    isCut((await day(TODAY)).arrivals.due);
    isCut((await day(TODAY, `&limit=${LIMIT}`)).arrivals.due);
    const ahead = await day(LEAVING);
    isCut(ahead.departures.due);
    isCut((await day(MOVING)).in_house);
    await wakeUp('2026-11-22');
    isCut((await day('2026-11-22')).arrivals.late);
    await wakeUp(TODAY);
    await transition('check_in');
    const arrived = await day(TODAY);
    isEmpty(arrived.arrivals.due);
    for (const list of [arrived.arrivals.done, arrived.in_house]) isCut(list);
  });

  test('does so for planned moves, and for closures that begin and end', async () => {
    const moves = await rush(ALL, 8, (index) =>
      desk.post(`/bookings/${bookings[index]}/moves`, { site: site.id, location: rooms.others[index], on: MOVING }),
    );
    expect(moves.map(({ status, body }) => [status, body.detail])).toEqual(moves.map(() => [200, undefined]));
    isCut((await day(MOVING)).planned_moves, 'from_location');
    const closures = await rush(
      ALL,
      8,
      (index) =>
      desk.post(`/sites/${site.id}/closures`, { location: rooms.homes[index], from: '2027-05-03', to: '2027-05-10', kind: 'maintenance' }), // prettier-ignore
    );
    expect(closures.map(({ status }) => status)).toEqual(closures.map(() => 200));
    isCut((await day('2027-05-03')).closures.begin);
    isCut((await day('2027-05-10')).closures.end);
  }, 120_000);

  test('has departure slots by time first, and those who should have left or have left', async () => {
    const stays = await rush(ALL, 8, (index) => desk.delete(`/bookings/${bookings[index]}/moves?site=${site.id}`));
    expect(stays.map(({ status }) => status)).toEqual(stays.map(() => 200));
    const [early, late] = ['07:00', '09:00'].map((time) => `${LEAVING}T${time}`);
    // The ten who leave first are in the last house of the order.
    const updates = bookings.map((booking_id, index) => ({ booking_id, departure_slot_at: index < 10 ? early : late }));
    for (const { booking_id, departure_slot_at } of updates)
      expect((await desk.patch(`/bookings/${booking_id}`, { site: site.id, departure_slot_at })).status).toBe(200);
    const { departure_slots: slots } = await day(LEAVING);
    const order = [...expected.slice(-10), ...expected.slice(0, -10)].slice(0, LIMIT);
    expect(slots.entries.map((entry: { location: string }) => places.get(entry.location))).toEqual(order);
    expect([slots.count, slots.times.map(({ count }: { count: number }) => count)]).toEqual([ALL, [10, ALL - 10]]);
    await wakeUp('2026-11-29');
    isCut((await day('2026-11-29')).departures.overdue);
    await transition('check_out');
    const over = await day('2026-11-29');
    isCut(over.departures.done);
    isEmpty(over.departures.overdue);
  }, 120_000);
});
