import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

describe('GET /sites/{siteId}/availability', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let clerk: Client;
  let person: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    clerk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const look = (from: string, to: string, more = '') =>
    clerk.get(`/sites/${site.id}/availability?from=${from}&to=${to}${more}`);
  const book = async (location: string, from: string, to: string | null, more: object = {}) => {
    const stay = { location, contract_start: from, contract_end: to };
    const answer = await clerk.post('/bookings', { site: site.id, lead_person: person, ...stay, ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body._id as string;
  };
  const free = (answer: { body: { types: { days: { free: number }[] }[] } }) =>
    answer.body.types[0]?.days.map((day) => day.free);
  const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

  test('counts free places night by night; the departure day is free again', async () => {
    const [one, pair] = [
      await lodge.make.room(site, { name: 'Room 2' }),
      await lodge.make.room(site, { name: 'Room 10', capacity: 2 }),
    ];
    await lodge.make.room(site, { active: false });
    await book(one, '2027-03-02', '2027-03-04');
    await book(pair, '2027-03-03', '2027-03-05');
    await book(pair, '2027-03-04', null);
    const answer = await look('2027-03-01', '2027-03-07');
    expect(answer.status).toBe(200);
    expect(answer.body.types).toHaveLength(1);
    expect(answer.body.types[0]).toMatchObject({ location_type: site.roomType, name: 'Room', total: 3, free: 0 });
    expect(answer.body.types[0].days[0]).toEqual({ date: '2027-03-01', total: 3, free: 3 });
    expect(free(answer)).toEqual([3, 2, 1, 1, 2, 2]);
    expect(answer.body).toMatchObject({
      from: '2027-03-01',
      to: '2027-03-07',
      data: [],
      total: 0,
      limit: 200,
      skip: 0,
    });
    const early = await look('2027-03-01', '2027-03-03');
    expect(names(early)).toEqual(['Room 10']);
    expect(early.body.data[0]).toMatchObject({
      _id: pair,
      capacity: 2,
      free: 2,
      location_type: site.roomType,
      parent: site.building,
    });
    expect(names(await look('2027-02-01', '2027-03-02'))).toEqual(['Room 2', 'Room 10']);
  });

  test('a flat is free while all of it is, and a room while the flat is not booked', async () => {
    const flatType = await lodge.make.locationType(site.id, { name: 'Flat' });
    const flat = await lodge.make.location(site.id, flatType, { name: 'Flat 1', parent_id: site.building });
    const [left] = [await lodge.make.room(site, { parent_id: flat }), await lodge.make.room(site, { parent_id: flat })];
    await book(left, '2027-03-02', '2027-03-03');
    await book(flat, '2027-03-04', '2027-03-05');
    const { types } = (await look('2027-03-01', '2027-03-06')).body;
    const days = (counts: { days: { free: number }[] }) => counts.days.map((day) => day.free);
    expect(types).toMatchObject([
      { location_type: flatType, total: 0, free: 0, days: [], whole: { total: 1, free: 0 } },
      { location_type: site.roomType, total: 2, free: 0, whole: null },
    ]);
    expect(days(types[1])).toEqual([2, 1, 2, 0, 2]);
    expect(days(types[0].whole)).toEqual([1, 0, 1, 0, 1]);
    expect((await look('2027-03-01', '2027-03-06', `&location_type=${flatType}`)).body.types).toEqual([types[0]]);
  });

  test('agrees with what can really be booked, and with what is given up', async () => {
    const rooms = await Promise.all(Array.from({ length: 6 }, () => lodge.make.room(site)));
    const [first, second] = await Promise.all(rooms.slice(0, 4).map((room) => book(room, '2027-03-01', '2027-03-10')));
    await clerk.post(`/bookings/${first}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'requested_by_student',
    });
    await clerk.patch(`/bookings/${second}`, { site: site.id, contract_end: '2027-03-05' });
    const answer = await look('2027-03-05', '2027-03-08');
    const offered = answer.body.data.map(({ _id }: { _id: string }) => _id);
    expect(offered).toHaveLength(4);
    for (const room of rooms) {
      const tried = await clerk.post('/bookings', {
        site: site.id,
        lead_person: person,
        location: room,
        contract_start: '2027-03-05',
        contract_end: '2027-03-08',
      });
      expect(tried.status).toBe(offered.includes(room) ? 200 : 409);
    }
    expect((await look('2027-03-05', '2027-03-08')).body.total).toBe(0);
  });

  test('pages, and refuses what is no range', async () => {
    await Promise.all(['A', 'B', 'C'].map((name) => lodge.make.room(site, { name })));
    const page = await look('2027-03-01', '2027-03-02', '&limit=2&skip=1');
    expect(names(page)).toEqual(['B', 'C']);
    expect(page.body).toMatchObject({ total: 3, limit: 2, skip: 1 });
    for (const [from, to] of [
      ['2027-03-02', '2027-03-02'],
      ['2027-03-01', '2028-03-03'],
    ] as const)
      expect(await look(from, to)).toMatchObject({
        status: 400,
        body: { code: 'invalid_query', errors: [{ pointer: 'to' }] },
      });
    expect((await look('2027-03-01', 'soon')).body.errors).toMatchObject([{ pointer: 'to' }]);
    const unknown = '&location_type=019aa000-0000-7000-8000-00000000dead';
    expect((await look('2027-03-01', '2027-03-02', unknown)).body).toMatchObject({ types: [], data: [], total: 0 });
    expect((await look('2027-03-01', '2027-03-02', '&location_type=nonsense')).status).toBe(422);
  });

  test('is of one site only', async () => {
    await lodge.make.room(site);
    const other = await lodge.make.site();
    const stranger = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    expect((await stranger.get(`/sites/${site.id}/availability?from=2027-03-01&to=2027-03-02`)).status).toBe(404);
    const theirs = await stranger.get(
      `/sites/${other.id}/availability?from=2027-03-01&to=2027-03-02&location_type=${site.roomType}`,
    );
    expect(theirs.body).toMatchObject({ types: [], data: [] });
  });
});
