import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

interface Day {
  date: string;
  [count: string]: number | string;
}

// It is noon of 21 November 2026.
describe('the calendar of a site', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let person: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    admin = await lodge.logIn((await lodge.make.user({ owner: true })).email);
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    person = await lodge.make.student(site, { first_name: 'Ada', last_name: 'Byron' });
  });
  afterAll(() => lodge.stop());

  const done = async (url: string, body: object) => {
    const answer = await admin.post(url, { site: site.id, ...body });
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return answer.body;
  };
  const book = async (location: string, from: string, to: string | null, more: object = {}) =>
    done('/bookings', { lead_person: person, location, contract_start: from, contract_end: to, ...more });
  const change = (id: string, type: string, on?: string) =>
    done(`/bookings/${id}/transitions`, { type, notes: 'then', ...(on && { occurred_at: `${on}T12:00:00Z` }) });
  const close = async (location: string, from: string, to: string | null) => {
    const answer = await admin.post(`/sites/${site.id}/closures`, {
      location,
      from,
      to,
      kind: 'maintenance',
      reason: 'Boiler',
    });
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return answer.body;
  };
  const calendar = async (location: string, from: string, to: string, more = '') =>
    (await admin.get(`/sites/${site.id}/locations/${location}/calendar?from=${from}&to=${to}${more}`)).body;
  const occupancy = async (from: string, to: string, group = 'day') =>
    (await admin.get(`/sites/${site.id}/occupancy?from=${from}&to=${to}&group_by=${group}`)).body.data;
  const column = (days: Day[], name: string) => days.map((day) => day[name]);

  test('shows for each place, in order, who was, is and will be in it, and when it is closed', async () => {
    const [ten, two] = [
      await lodge.make.room(site, { name: 'Room 10' }),
      await lodge.make.room(site, { name: 'Room 2', code: 'R2' }),
    ];
    const stay = await book(two, '2026-11-10', '2026-12-01');
    await change(stay._id, 'check_in', '2026-11-16');
    await admin.patch(`/bookings/${stay._id}`, { site: site.id, location: ten });
    const next = await book(two, '2026-12-05', null);
    const closure = await close(ten, '2026-12-01', '2026-12-05');
    const shown = await calendar(site.building, '2026-11-01', '2027-01-01');
    const lead_person = { _id: person, name: 'Byron, Ada' };
    const of = ({ _id, reference, status }: Record<string, string>) => ({ _id, reference, status, lead_person });
    const now = { ...stay, status: 'checked_in' };
    const plain = { turnaround_days: 0, closure: null };
    expect(shown).toMatchObject({ total: 2, limit: 200, skip: 0, from: '2026-11-01', to: '2027-01-01' });
    expect(shown.data).toEqual([
      {
        ...{ location: two, name: 'Room 2', code: 'R2', path: 'North House / Room 2', slot: 1 },
        entries: [
          { ...plain, from: '2026-11-10', to: '2026-11-21', state: 'left', booking: of(now) },
          { ...plain, from: '2026-12-05', to: null, state: 'held', booking: of(next) },
        ],
      },
      {
        ...{ location: ten, name: 'Room 10', code: null, path: 'North House / Room 10', slot: 1 },
        entries: [
          { ...plain, from: '2026-11-21', to: '2026-12-01', state: 'in_house', booking: of(now) },
          {
            ...{ from: '2026-12-01', to: '2026-12-05', state: 'closed', turnaround_days: 0, booking: null },
            closure: { _id: closure._id, kind: 'maintenance', reason: 'Boiler' },
          },
        ],
      },
    ]);
    expect((await calendar(two, '2026-11-21', '2026-12-05')).data).toMatchObject([
      { location: two, path: 'Room 2', entries: [] },
    ]);
    const single = (await admin.get(`/bookings/${stay._id}?site=${site.id}`)).body;
    expect(single.stays).toEqual([
      { location: two, from: '2026-11-10', to: '2026-11-21', state: 'left' },
      { location: ten, from: '2026-11-21', to: '2026-12-01', state: 'in_house' },
    ]);
    const listed = (await admin.get(`/bookings?site=${site.id}&include=stays,location&person=${person}`)).body.data;
    expect(listed.find(({ _id }: { _id: string }) => _id === stay._id)).toMatchObject({
      stays: single.stays,
      expanded: { location: { _id: ten } },
    });
    expect((await admin.get(`/bookings?site=${site.id}`)).body.data[0].stays).toBeUndefined();
  });

  test('tells the stays of a booking in what it is made by, and no stay once it is cancelled', async () => {
    const room = await lodge.make.room(site);
    const made = await book(room, '2026-12-01', '2026-12-05');
    const stays = [{ location: room, from: '2026-12-01', to: '2026-12-05', state: 'held' }];
    expect(made.stays).toEqual(stays);
    expect((await admin.get(`/bookings/${made._id}?site=${site.id}`)).body.stays).toEqual(stays);
    const { booking } = await done(`/bookings/${made._id}/transitions`, {
      type: 'cancel',
      cancellation_code: 'other',
      cancellation_reason: 'x',
    });
    expect(booking.stays).toEqual([]);
    const resident = await book(room, '2026-11-19', null, { status: 'checked_in' });
    expect(resident.stays).toEqual([{ location: room, from: '2026-11-19', to: null, state: 'in_house' }]);
  });

  test('shows a resident who stays past the end until today, and a late arrival from then on', async () => {
    const room = await lodge.make.room(site);
    const late = await book(room, '2026-11-18', '2026-11-30');
    await lodge.sql('UPDATE occupancies SET live = false WHERE booking_id = $1', [late._id]);
    const stay = await book(room, '2026-11-14', '2026-11-18');
    await change(stay._id, 'check_in', '2026-11-15');
    await lodge.sql('UPDATE occupancies SET live = true WHERE booking_id = $1', [late._id]);
    const nights = [
      { from: '2026-11-14', to: '2026-11-21', state: 'in_house' },
      { from: '2026-11-21', to: '2026-11-30', state: 'held' },
    ];
    expect((await calendar(room, '2026-11-01', '2026-12-01')).data[0].entries).toMatchObject(nights);
    const days = (await occupancy('2026-11-13', '2026-11-23'))[0].days;
    expect(column(days, 'in_house')).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(column(days, 'held')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(column(days, 'free')).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('shows of a reservation whose nights were all spent by somebody else only the nights for cleaning that it holds', async () => {
    const room = await lodge.make.room(site);
    const gone = await book(room, '2026-11-18', '2026-11-19', { turnaround_days: 4 });
    await lodge.sql('UPDATE occupancies SET live = false WHERE booking_id = $1', [gone._id]);
    const stay = await book(room, '2026-11-14', '2026-11-18');
    await change(stay._id, 'check_in', '2026-11-15');
    await lodge.sql('UPDATE occupancies SET live = true WHERE booking_id = $1', [gone._id]);
    const [{ entries }] = (await calendar(room, '2026-11-01', '2026-12-01')).data;
    expect(entries).toMatchObject([
      { booking: { _id: stay._id }, from: '2026-11-14', to: '2026-11-22', state: 'in_house' },
      { booking: { _id: gone._id }, from: '2026-11-22', to: '2026-11-22', state: 'held', turnaround_days: 1 },
    ]);
    expect(entries).toHaveLength(2);
    const days = (await occupancy('2026-11-20', '2026-11-24'))[0].days;
    expect(column(days, 'turnaround')).toEqual([0, 0, 1, 0]);
    expect(column(days, 'free')).toEqual([0, 0, 0, 1]);
  });

  test('counts places once, by day, type and building, and what is closed, cleaned and not active apart', async () => {
    const flatType = await lodge.make.locationType(site.id, { name: 'Flat' });
    const cleaned = await lodge.make.locationType(site.id, { name: 'Studio', turnaround_days: 2 });
    const flat = await lodge.make.location(site.id, flatType, { parent_id: site.building });
    const inFlat = [
      await lodge.make.room(site, { parent_id: flat }),
      await lodge.make.room(site, { parent_id: flat, capacity: 2 }),
    ];
    const south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
    const studio = await lodge.make.location(site.id, cleaned, { parent_id: south });
    await lodge.make.location(site.id, cleaned, { parent_id: south, active: false });
    await book(flat, '2026-12-01', '2026-12-03');
    await book(inFlat[1] ?? '', '2026-12-03', '2026-12-04');
    await book(studio, '2026-12-01', '2026-12-02');
    await close(studio, '2026-12-04', '2026-12-06');
    const [all] = await occupancy('2026-12-01', '2026-12-06');
    expect(all).toMatchObject({ _id: null, name: null });
    expect(column(all.days, 'date')).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']);
    expect(column(all.days, 'capacity')).toEqual([5, 5, 5, 5, 5]);
    expect(column(all.days, 'held')).toEqual([4, 3, 1, 0, 0]);
    expect(column(all.days, 'turnaround')).toEqual([0, 1, 1, 0, 0]);
    expect(column(all.days, 'closed')).toEqual([1, 1, 1, 2, 2]);
    expect(column(all.days, 'free')).toEqual([0, 0, 2, 3, 3]);
    expect(column(all.days, 'arrivals')).toEqual([4, 0, 1, 0, 0]);
    expect(column(all.days, 'departures')).toEqual([0, 1, 3, 1, 0]);
    const types = await occupancy('2026-12-01', '2026-12-06', 'location_type');
    expect(types.map(({ name, days }: { name: string; days: Day[] }) => [name, column(days, 'free')])).toEqual([
      ['Room', [0, 0, 2, 3, 3]],
      ['Studio', [0, 0, 0, 0, 0]],
    ]);
    const buildings = await occupancy('2026-12-01', '2026-12-06', 'building');
    expect(buildings.map(({ _id, days }: { _id: string; days: Day[] }) => [_id, column(days, 'closed')])).toEqual([
      [site.building, [0, 0, 0, 0, 0]],
      [south, [1, 1, 1, 2, 2]],
    ]);
  });

  test('counts a room move as no arrival and no departure, also between buildings', async () => {
    const south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site, { parent_id: south })];
    const { _id } = await book(room, '2026-12-01', '2026-12-05');
    await done(`/bookings/${_id}/moves`, { location: next, on: '2026-12-03' });
    const buildings = await occupancy('2026-12-01', '2026-12-06', 'building');
    const counts = ({ days }: { days: Day[] }) => ['held', 'arrivals', 'departures'].map((name) => column(days, name));
    expect(buildings.map(counts)).toEqual([
      [
        [1, 1, 0, 0, 0],
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
      ],
      [
        [0, 0, 1, 1, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
      ],
    ]);
  });

  test('keeps the past of a room that is smaller now, or cannot be booked any more, and never counts below nothing', async () => {
    const [double, office] = [
      await lodge.make.room(site, { name: 'Double', capacity: 2 }),
      await lodge.make.room(site, { name: 'Office' }),
    ];
    const empty = await lodge.make.room(site, { name: 'Spare' });
    for (const location of [double, double, office]) {
      const { _id } = await book(location, '2026-11-10', '2026-11-30');
      await change(_id, 'check_in', '2026-11-10');
      await change(_id, 'check_out', '2026-11-14');
    }
    const before = await occupancy('2026-11-08', '2026-11-16');
    const alter = async (id: string, body: object) =>
      expect((await admin.patch(`/sites/${site.id}/locations/${id}`, body)).status).toBe(200);
    await alter(double, { capacity: 1 });
    await alter(office, {
      location_type: await lodge.make.locationType(site.id, { can_be_allocated_to_bookings: false }),
    });
    const { data } = await calendar(site.building, '2026-11-08', '2026-11-16');
    expect(
      data.map(({ name, slot, entries }: { name: string; slot: number; entries: object[] }) => [
        name,
        slot,
        entries.length,
      ]),
    ).toEqual([
      ['Double', 1, 1],
      ['Double', 2, 1],
      ['Office', 1, 1],
      ['Spare', 1, 0],
    ]);
    const [{ days }] = await occupancy('2026-11-08', '2026-11-16');
    expect(column(days, 'in_house')).toEqual(column(before[0].days, 'in_house'));
    expect(Math.max(...(column(days, 'in_house') as number[]))).toBe(3);
    expect(new Set(column(days, 'free'))).toEqual(new Set([1, 2]));
    expect(days.at(-1)).toMatchObject({ capacity: 2, free: 2 });
    await close(empty, '2026-11-08', null);
    const [now] = await occupancy('2026-11-08', '2026-11-16');
    expect(new Set(column(now.days, 'free'))).toEqual(new Set([0, 1]));
    expect((await calendar(site.building, '2026-11-20', '2026-11-22')).total).toBe(2);
  });

  test('is paged by place, and refuses what is no range and what is no location', async () => {
    for (const name of ['A', 'B', 'C']) await lodge.make.room(site, { name, capacity: 2 });
    const page = await calendar(site.building, '2026-12-01', '2026-12-02', '&limit=2&skip=3');
    expect(page.data.map(({ name, slot }: { name: string; slot: number }) => [name, slot])).toEqual([
      ['B', 2],
      ['C', 1],
    ]);
    expect(page).toMatchObject({ total: 6, limit: 2, skip: 3 });
    for (const path of ['occupancy?', `locations/${site.building}/calendar?`]) {
      const asked = (range: string) => admin.get(`/sites/${site.id}/${path}${range}`);
      for (const range of ['from=2026-12-01&to=2026-12-01', 'from=2026-12-01&to=2028-12-03'])
        expect(await asked(range)).toMatchObject({
          status: 400,
          body: { code: 'invalid_query', errors: [{ pointer: 'to' }] },
        });
      expect((await asked('from=2026-12-01&to=2028-12-01')).status).toBe(200);
      expect((await asked('from=2026-12-01')).status).toBe(400);
    }
    const other = await lodge.make.site();
    for (const id of ['nonsense', other.building])
      expect((await admin.get(`/sites/${site.id}/locations/${id}/calendar?from=2026-12-01&to=2026-12-02`)).status).toBe(
        404,
      );
  });
});
