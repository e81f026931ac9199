import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addDays, localDate } from '#libs/core/time/site-time';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';

const TODAY = '2026-11-21';
// Half an hour before midnight in London it is tomorrow already; the site is not.
const ZONE = 'America/New_York';

interface Listed {
  _id: string;
  status: string;
  location: string;
  contract_start: string;
  contract_end: string | null;
  occupied_from: string;
  occupied_to: string | null;
  checked_in_at: string | null;
  checked_out_at: string | null;
  departure_slot_at: string | null;
}

interface List {
  count: number;
  by_building: { building: string; name: string; count: number }[];
  entries: { _id: string; building: string; location_name: string }[];
}

describe('GET /sites/{siteId}/day', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let all: Listed[];
  const buildings: { id: string; name: string }[] = [];
  const home = new Map<string, string>();
  const roomNames = new Map<string, string>();

  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site({ early_check_in_days: 3, history_window_days: 30, time_zone: ZONE });
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    for (const name of ['House 10', 'House 2'])
      buildings.push({ name, id: await lodge.make.location(site.id, site.buildingType, { name }) });
    const floors = [];
    for (const { id } of buildings)
      floors.push(await lodge.make.location(site.id, site.buildingType, { name: 'Floor', parent_id: id }));
    const lead_person = await lodge.make.student(site);
    const lives = [[], ['check_in'], ['cancel'], ['no_show'], ['check_in', 'check_out'], ['check_in', 'void']];
    let made = 0;
    for (const start of [-3, -2, -1, 0, 1])
      for (const days of [1, 2, 3, null])
        for (const life of lives) {
          const at = made++ % 2;
          const name = `Room ${made}`;
          const location = await lodge.make.location(site.id, site.roomType, { name, parent_id: floors[at] });
          home.set(location, buildings[at]?.id as string);
          roomNames.set(location, name);
          const contract_start = addDays(TODAY, start);
          const contract_end = days === null ? null : addDays(contract_start, days);
          const { body } = await manager.post('/bookings', {
            site: site.id,
            lead_person,
            location,
            contract_start,
            contract_end,
            ...(made % 3 === 0 && contract_end
              ? { departure_slot_at: `${contract_end}T${made % 2 ? '09' : '23'}:30` }
              : {}),
          });
          for (const type of life)
            await manager.post(`/bookings/${body._id}/transitions`, {
              site: site.id,
              type,
              ...(type === 'cancel' || type === 'void' ? { cancellation_code: 'data_entry_error' } : {}),
              ...(type === 'check_in' && start < 0 ? { occurred_at: `${contract_start}T23:45` } : {}),
              ...(type === 'check_out' && start < -1 ? { occurred_at: `${addDays(TODAY, -1)}T23:50` } : {}),
            });
        }
    all = (await manager.get(`/bookings?site=${site.id}&limit=200`)).body.data;
  }, 120_000);
  afterAll(() => lodge.stop());

  const day = async (query = '', client = manager) => client.get(`/sites/${site.id}/day${query}`);
  const expected = ({ status }: Listed) => status === 'provisional' || status === 'confirmed';
  const dayOf = (instant: string) => localDate(new Date(instant), ZONE);
  const onDay = (instant: string | null, on: string) => instant !== null && dayOf(instant) === on;
  /** Whether somebody had not come by the end of a day on which they still could. */
  const awaited = (b: Listed, on: string) => {
    const came = ['checked_in', 'checked_out'].includes(b.status) ? dayOf(b.checked_in_at as string) : undefined;
    const isOut = came === undefined ? expected(b) : came > on;
    return isOut && (b.contract_end === null || b.contract_end > on);
  };

  /** What each list means, by the fields that everybody can read. */
  const LISTS: Record<string, (booking: Listed, on: string) => boolean> = {
    'arrivals.due': (b, on) => awaited(b, on) && b.contract_start === on,
    'arrivals.late': (b, on) => on <= TODAY && awaited(b, on) && b.contract_start < on,
    'arrivals.done': (b, on) => ['checked_in', 'checked_out'].includes(b.status) && onDay(b.checked_in_at, on),
    'departures.due': (b, on) => b.contract_end === on && (b.status === 'checked_in' || (on > TODAY && expected(b))),
    'departures.overdue': (b, on) =>
      on <= TODAY && b.status === 'checked_in' && b.contract_end !== null && b.contract_end < on,
    'departures.done': (b, on) => b.status === 'checked_out' && onDay(b.checked_out_at, on),
    in_house: (b, on) =>
      b.occupied_from <= on &&
      (on > TODAY
        ? (expected(b) || b.status === 'checked_in') && (b.contract_end === null || b.contract_end > on)
        : !awaited(b, on) &&
          (b.status === 'checked_in' || (b.status === 'checked_out' && b.occupied_to !== null && b.occupied_to > on))),
  };

  const listOf = (body: Record<string, unknown>, path: string): List =>
    path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], body) as List;

  test('has in every list what it says, by building and room, on any day before and after today', async () => {
    const seen: Record<string, number> = {};
    for (const offset of [-4, -3, -2, -1, 0, 1, 2, 3, 4]) {
      const on = addDays(TODAY, offset);
      const { body } = await day(`?on=${on}`);
      expect(body).toMatchObject({ site: site.id, on, today: TODAY });
      for (const [path, belongs] of Object.entries(LISTS)) {
        const list = listOf(body, path);
        const ids = all.filter((booking) => belongs(booking, on)).map(({ _id }) => _id);
        expect([on, path, list.entries.map(({ _id }) => _id).sort()]).toEqual([on, path, [...ids].sort()]);
        expect(list.count).toBe(ids.length);
        seen[path] = (seen[path] ?? 0) + ids.length;
        // Natural order: House 2 before House 10, Room 9 before Room 10.
        const numbers = list.entries.map((entry) =>
          [entry.building, entry.location_name].map((name) => home.get(name) ?? name),
        );
        const order = list.entries.map(({ building, location_name }) => {
          const house = buildings.find(({ id }) => id === building)?.name.split(' ')[1];
          return Number(house) * 1000 + Number(location_name.split(' ')[1]);
        });
        expect([path, numbers.length, order]).toEqual([path, order.length, [...order].sort((a, b) => a - b)]);
        const counts = buildings.map(({ id, name }) => ({
          building: id,
          name,
          count: all.filter((booking) => belongs(booking, on) && home.get(booking.location) === id).length,
        }));
        expect(list.by_building).toEqual(counts.reverse().filter(({ count }) => count > 0));
      }
    }
    for (const path of Object.keys(LISTS)) expect([path, seen[path]]).toEqual([path, expect.any(Number)]);
    expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  });

  test('shows a building, floor or flat alone, and counts without entries', async () => {
    const [one, other] = await Promise.all(buildings.map(({ id }) => day(`?location_tree=${id}`)));
    const { body: whole } = await day('?limit=0');
    for (const path of Object.keys(LISTS)) {
      const [a, b, both] = [one, other, { body: whole }].map((answer) => listOf(answer?.body, path));
      expect([path, (a?.count ?? 0) + (b?.count ?? 0)]).toEqual([path, both?.count]);
      expect(a?.entries.every(({ building }) => building === buildings[0]?.id)).toBe(true);
      expect(both?.entries).toEqual([]);
    }
    const { body: two } = await day('?limit=2');
    expect(listOf(two, 'in_house').entries).toHaveLength(2);
    for (const nowhere of ['nonsense', site.id]) {
      const { body } = await day(`?location_tree=${nowhere}`);
      expect(body.code).toBe('unknown_reference');
    }
  });

  test('gives the first entries of each list, whatever the limit is', async () => {
    for (const offset of [-1, 0, 1, 2]) {
      const on = addDays(TODAY, offset);
      const { body: whole } = await day(`?on=${on}`);
      for (const limit of [1, 2, 3, 5, 8, 13, 21, 34]) {
        const { body: first } = await day(`?on=${on}&limit=${limit}`);
        for (const path of [...Object.keys(LISTS), 'departure_slots']) {
          const [some, every] = [first, whole].map((body) => listOf(body, path));
          expect([on, limit, path, some]).toEqual([
            on,
            limit,
            path,
            { ...every, entries: every?.entries.slice(0, limit) },
          ]);
        }
      }
    }
  });

  test('counts departure slots by time', async () => {
    for (const offset of [-1, 0, 1, 2]) {
      const on = addDays(TODAY, offset);
      const { body } = await day(`?on=${on}`);
      const leaving = all.filter(
        (booking) =>
          onDay(booking.departure_slot_at, on) &&
          (booking.status === 'checked_in' ||
            (offset > 0 && expected(booking)) ||
            (booking.status === 'checked_out' && localDate(new Date(booking.checked_out_at as string), ZONE) >= on)),
      );
      const perBuilding = buildings
        .map(({ id, name }) => ({
          building: id,
          name,
          count: leaving.filter(({ location }) => home.get(location) === id).length,
        })) // prettier-ignore
        .reverse()
        .filter(({ count }) => count > 0);
      expect(body.departure_slots.by_building).toEqual(perBuilding);
      const times = [...new Set(leaving.map((booking) => booking.departure_slot_at as string))].sort();
      expect([on, body.departure_slots.count, body.departure_slots.entries.length]).toEqual([
        on,
        leaving.length,
        leaving.length,
      ]);
      expect(
        body.departure_slots.times.map(({ at, count }: { at: string; count: number }) => [Date.parse(at), count]),
      ).toEqual(
        times.map((at) => [Date.parse(at), leaving.filter((booking) => booking.departure_slot_at === at).length]),
      );
    }
  });

  test('lists closures that begin or end, and planned moves', async () => {
    const [empty, next] = [await lodge.make.room(site, { name: 'A 1' }), await lodge.make.room(site, { name: 'A 2' })];
    const closed = await manager.post(`/sites/${site.id}/closures`, {
      location: empty,
      from: '2027-05-03',
      to: '2027-05-10',
      kind: 'maintenance',
      reason: 'New windows',
    });
    const other = await lodge.make.location(site.id, site.buildingType, { name: 'Zinc House' });
    const [first, second] = [await lodge.make.room(site, { parent_id: other }), await lodge.make.room(site, { parent_id: other })]; // prettier-ignore
    const { name } = (await manager.get(`/sites/${site.id}/locations/${site.building}`)).body;
    const main = { building: site.building, name };
    const [begins, ends] = [await day('?on=2027-05-03'), await day('?on=2027-05-10')];
    const closure = { _id: closed.body._id, location: empty, location_name: 'A 1', from: '2027-05-03', to: '2027-05-10', kind: 'maintenance', reason: 'New windows' }; // prettier-ignore
    const [one, none] = [{ count: 1, by_building: [{ ...main, count: 1 }], entries: [closure] }, { count: 0, by_building: [], entries: [] }]; // prettier-ignore
    expect(begins.body.closures).toEqual({ begin: one, end: none });
    expect(ends.body.closures).toEqual({ begin: none, end: one });
    for (const location of [next, first, second])
      expect((await manager.post(`/sites/${site.id}/closures`, { location, from: '2027-05-03', to: '2027-05-09', kind: 'maintenance' })).status).toBe(200); // prettier-ignore
    const several = (await day('?on=2027-05-03&limit=1')).body.closures.begin;
    const both = [{ ...main, count: 2 }, { building: other, name: 'Zinc House', count: 2 }]; // prettier-ignore
    expect([several.count, several.entries.length, several.by_building]).toEqual([4, 1, both]);
    const there = (await day(`?on=2027-05-03&location_tree=${other}&limit=0`)).body.closures.begin;
    expect(there).toEqual({ count: 2, by_building: both.slice(1), entries: [] });
    const known = (await day(`?on=2027-05-03&as_of=${encodeURIComponent(NOW)}`)).body.closures.begin;
    expect([known.count, known.by_building]).toEqual([4, both]);
    const lead_person = await lodge.make.student(site, { first_name: 'Grace', last_name: 'Mover', student_id: 'M1' });
    const { body: stay } = await manager.post('/bookings', { site: site.id, lead_person, location: next, contract_start: '2027-06-01', contract_end: '2027-07-01' }); // prettier-ignore
    await lodge.sql(
      `INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
       VALUES ($1, $2, 2, $3, 1, '[2027-06-10,2027-07-01)', true, false)`,
      [site.id, stay._id, empty],
    );
    const { body } = await day('?on=2027-06-10');
    expect(body.planned_moves).toEqual({
      count: 1,
      by_building: [{ ...main, count: 1 }],
      entries: [
        { _id: stay._id, reference: stay.reference, lead_person, record_name: 'Mover, Grace', student_id: 'M1', from_location: next, from_name: 'A 2', to_location: empty, to_name: 'A 1' }, // prettier-ignore
      ],
    });
    expect((await day('?on=2027-06-11')).body.planned_moves).toEqual({ count: 0, by_building: [], entries: [] });
  });

  test('lists the planned move of somebody who arrived early on the first day of the contract', async () => {
    const [first, second] = [await lodge.make.room(site), await lodge.make.room(site)];
    const stay = { contract_start: '2026-11-22', contract_end: '2026-12-22', location: first };
    const { body } = await manager.post('/bookings', {
      site: site.id,
      lead_person: await lodge.make.student(site),
      ...stay,
    });
    expect((await manager.post(`/bookings/${body._id}/transitions`, { site: site.id, type: 'check_in' })).status).toBe(
      200,
    );
    const move = { site: site.id, location: second, on: '2026-11-22' };
    expect((await manager.post(`/bookings/${body._id}/moves`, move)).status).toBe(200);
    const { entries } = (await day('?on=2026-11-22')).body.planned_moves;
    expect(entries).toMatchObject([{ _id: body._id, from_location: first, to_location: second }]);
  });

  test('counts everybody once at every moment while many check in at once', async () => {
    const bookings = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const location = await lodge.make.room(site, { name: `Rush ${index}` });
        const lead_person = await lodge.make.student(site);
        const { body } = await manager.post('/bookings', {
          site: site.id,
          lead_person,
          location,
          contract_start: TODAY,
        });
        return body._id as string;
      }),
    );
    const { body: before } = await day();
    const arrivals = ({ arrivals: { due, done } }: { arrivals: { due: List; done: List } }) => due.count + done.count;
    const calls = await rush(40, 8, async (index) =>
      index % 2
        ? day('?limit=0')
        : manager.post(`/bookings/${bookings[index / 2]}/transitions`, { site: site.id, type: 'check_in' }),
    );
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
    for (const [index, { body }] of calls.entries()) if (index % 2) expect(arrivals(body)).toBe(arrivals(before));
    const { body: after } = await day();
    expect(after.arrivals.done.count).toBe(before.arrivals.done.count + 20);
    expect(after.in_house.count).toBe(before.in_house.count + 20);
  });

  test('is for everybody in the site, and for nobody else', async () => {
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    expect((await day('', viewer)).status).toBe(200);
    const stranger = await lodge.logIn((await lodge.make.user({ roles: {} })).email);
    expect((await day('', stranger)).status).toBe(404);
    for (const query of ['on=soon', 'limit=201', 'limit=-1', 'colour=red'])
      expect([query, (await day(`?${query}`)).status]).toEqual([query, 400]);
  });
});
