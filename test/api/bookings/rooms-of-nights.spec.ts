import { beforeAll, describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const { lodge, site, desk, manager } = await useLodge({ desk: 'reception', manager: 'manager' });

type Entry = { _id: string; location: string; location_name: string; building: string };
type Lists = Record<string, Record<string, { count: number; by_building: { name: string }[]; entries: Entry[] }>>;

describe('the room of a night', () => {
  const houses = new Map<string, string>();
  let rooms: Record<'Elm' | 'Oak' | 'Ash', string>;
  beforeAll(async () => {
    const made = ['Elm', 'Oak', 'Ash'].map(async (name) => {
      const house = await lodge.make.location(site.id, site.buildingType, { name: `${name} House` });
      houses.set(name, house);
      return [name, await lodge.make.room(site, { name, parent_id: house })];
    });
    rooms = Object.fromEntries(await Promise.all(made));
  });

  const another = (house: 'Elm' | 'Oak' | 'Ash') => lodge.make.room(site, { parent_id: houses.get(house) as string });
  const sent = async (path: string, body: object) => {
    const answer = await manager.post(path, { site: site.id, ...body });
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return answer.body;
  };
  const change = (id: string, type: string, at: string) =>
    sent(`/bookings/${id}/transitions`, { type, occurred_at: at, notes: 'as it was' });
  /** The booking of somebody who comes on the first day, or came. */
  const booking = async (location: string, contract_start: string, contract_end: string, arrives = true) => {
    const lead_person = await lodge.make.student(site);
    const { _id } = await sent('/bookings', { lead_person, location, contract_start, contract_end });
    if (arrives) await change(_id, 'check_in', `${contract_start}T15:00:00Z`);
    return _id as string;
  };
  const move = (id: string, location: string, on: string) =>
    sent(`/bookings/${id}/moves`, { location, on, notes: 'as it was' });
  const leave = (id: string, at: string) => change(id, 'check_out', at);

  const day = async (on: string, query = '') =>
    (await desk.get(`/sites/${site.id}/day?on=${on}${query}`)).body as Lists;
  /** Where a day shows a booking, by list, with the building in which it counts it. */
  const shown = async (id: string, on: string, query = '') => {
    const { arrivals, departures, in_house } = await day(on, query);
    const lists = { due: arrivals?.due, late: arrivals?.late, arrived: arrivals?.done, leaving: departures?.due, overdue: departures?.overdue, left: departures?.done, in_house }; // prettier-ignore
    const found = Object.entries(lists).flatMap(([name, list]) => {
      const entry = (list as unknown as { entries: Entry[] }).entries.find(({ _id }) => _id === id);
      return entry ? [[name, entry.location, entry.building]] : [];
    });
    return Object.fromEntries(found.map(([name, ...rest]) => [name, rest]));
  };
  const listed = async (id: string, query: string) => {
    const { body } = await desk.get(`/bookings?site=${site.id}&limit=200&${query}`);
    return (body.data as { _id: string }[]).some(({ _id }) => _id === id);
  };
  const place = (house: 'Elm' | 'Oak' | 'Ash', room = rooms[house]) => [room, houses.get(house)];

  test('is where the guest was, is, and will be after a planned move, in the day, its buildings and the lists', async () => {
    const id = await booking(rooms.Elm, '2026-11-15', '2026-12-01');
    await move(id, rooms.Oak, '2026-11-19');
    await move(id, rooms.Ash, '2026-11-26');
    const nights: [string, 'Elm' | 'Oak' | 'Ash'][] = [
      ['2026-11-15', 'Elm'], ['2026-11-18', 'Elm'], ['2026-11-19', 'Oak'], ['2026-11-21', 'Oak'],
      ['2026-11-25', 'Oak'], ['2026-11-26', 'Ash'], ['2026-11-30', 'Ash'],
    ]; // prettier-ignore
    for (const [on, house] of nights) {
      expect([on, await shown(id, on)]).toEqual([on, expect.objectContaining({ in_house: place(house) })]);
      for (const name of ['Elm', 'Oak', 'Ash'] as const) {
        const tree = houses.get(name) as string;
        const there = await shown(id, on, `&location_tree=${tree}`);
        expect([on, name, Object.keys(there).includes('in_house')]).toEqual([on, name, name === house]);
        for (const where of [`location=${rooms[name]}`, `location_tree=${tree}`])
          expect([on, where, await listed(id, `in_house_on=${on}&${where}`)]).toEqual([on, where, name === house]);
      }
    }
    expect(await shown(id, '2026-12-01')).toEqual({ leaving: place('Ash') });
    expect(
      (await desk.get(`/bookings?site=${site.id}&in_house_on=2026-11-18&location=${rooms.Elm}&status=checked_in`)).body
        .total,
    ).toBe(1);
  });

  test('of an arrival and of a departure is that of the first and of the last night, whatever came after', async () => {
    const [first, second, third] = [await another('Elm'), await another('Oak'), await another('Ash')];
    const id = await booking(first, '2026-11-16', '2026-11-30');
    await move(id, second, '2026-11-18');
    await leave(id, '2026-11-20T09:00:00Z');
    expect(await shown(id, '2026-11-16')).toEqual({ arrived: place('Elm', first), in_house: place('Elm', first) });
    expect(await shown(id, '2026-11-17')).toEqual({ in_house: place('Elm', first) });
    expect(await shown(id, '2026-11-19')).toEqual({ in_house: place('Oak', second) });
    expect(await shown(id, '2026-11-20')).toEqual({ left: place('Oak', second) });
    const moved = await booking(third, '2026-11-17', '2026-11-30');
    await move(moved, await another('Elm'), '2026-11-20');
    await leave(moved, '2026-11-20T19:00:00Z');
    expect(await shown(moved, '2026-11-20')).toEqual({ left: place('Ash', third) });
  });

  test('of a guest who has not come by the day of a planned move is the other room since then', async () => {
    const [first, second] = [await another('Elm'), await another('Oak')];
    const id = await booking(first, '2026-11-22', '2026-12-10', false);
    await move(id, second, '2026-11-24');
    expect(await shown(id, '2026-11-22')).toEqual({ due: place('Elm', first), in_house: place('Elm', first) });
    expect(await shown(id, '2026-11-24')).toEqual({ in_house: place('Oak', second) });
    expect(await shown(id, '2026-12-10')).toEqual({ leaving: place('Oak', second) });
    lodge.clock.set('2026-11-25T12:00:00Z');
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    const late = async (on: string) =>
      (await client.get(`/sites/${site.id}/day?on=${on}`)).body.arrivals.late.entries as Entry[];
    expect((await late('2026-11-25')).find(({ _id }) => _id === id)?.location).toBe(second);
    expect((await late('2026-11-23')).find(({ _id }) => _id === id)?.location).toBe(first);
    lodge.clock.set('2026-11-21T12:00:00Z');
  });

  test('of a flat that was let as a whole is the flat, before the guest moved into one of its rooms', async () => {
    const flatType = await lodge.make.locationType(site.id, { name: 'Flat', can_be_allocated_to_bookings: true });
    const flat = await lodge.make.location(site.id, flatType, {
      name: 'Flat 1',
      parent_id: houses.get('Elm') as string,
    });
    const inside = await lodge.make.room(site, { parent_id: flat });
    await lodge.make.room(site, { parent_id: flat });
    const id = await booking(flat, '2026-11-15', '2026-12-01');
    await move(id, inside, '2026-11-19');
    expect(await shown(id, '2026-11-18')).toEqual({ in_house: place('Elm', flat) });
    expect(await shown(id, '2026-11-19')).toEqual({ in_house: place('Elm', inside) });
    for (const [location, there] of [
      [flat, true],
      [inside, false],
    ] as const)
      // prettier-ignore
      expect([there, await listed(id, `in_house_on=2026-11-18&location=${location}`)]).toEqual([there, there]);
    expect(await listed(id, `in_house_on=2026-11-18&location_tree=${inside}`)).toBe(false);
  });

  test('is the same with as_of: what was known at that instant', async () => {
    const [first, second, third] = [await another('Elm'), await another('Oak'), await another('Ash')];
    const id = await booking(first, '2026-11-15', '2026-12-01');
    lodge.clock.set('2026-11-21T12:10:00Z');
    await move(id, second, '2026-11-19');
    lodge.clock.set('2026-11-21T12:20:00Z');
    await move(id, third, '2026-11-25');
    lodge.clock.set('2026-11-21T12:30:00Z');
    await leave(id, '2026-11-21T12:25:00Z');
    lodge.clock.set('2026-11-21T12:40:00Z');
    for (const [at, on, expected] of [
      ['12:05', '2026-11-18', place('Elm', first)],
      ['12:05', '2026-11-20', place('Elm', first)],
      ['12:15', '2026-11-18', place('Elm', first)],
      ['12:15', '2026-11-20', place('Oak', second)],
      ['12:15', '2026-11-26', place('Oak', second)],
      ['12:25', '2026-11-26', place('Ash', third)],
      ['12:35', '2026-11-18', place('Elm', first)],
      ['12:35', '2026-11-20', place('Oak', second)],
    ] as const)
      // prettier-ignore
      expect([at, on, (await shown(id, on, `&as_of=2026-11-21T${at}:00Z`)).in_house]).toEqual([at, on, expected]);
    const left = { left: place('Oak', second) };
    expect(await shown(id, '2026-11-21')).toEqual(left);
    expect(await shown(id, '2026-11-21', '&as_of=2026-11-21T12:35:00Z')).toEqual(left);
  });
});
