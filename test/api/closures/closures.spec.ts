import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Role, ROLES } from '#libs/accounts/access/permissions';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';

const JULY = { from: '2027-07-01', to: '2027-07-15' };

// It is noon of 21 November 2026.
describe('closures', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let person: string;
  const clients: Partial<Record<Role, Client>> = {};
  const as = (role: Role) => clients[role] as Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    for (const role of ROLES)
      clients[role] = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
    person = await lodge.make.student(site);
  });
  afterAll(async () => {
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  });

  const path = (rest = '') => `/sites/${site.id}/closures${rest}`;
  const close = (location: string, more: object = {}, by = as('manager')): Promise<Answer> =>
    by.post(path(), { location, kind: 'maintenance', ...JULY, ...more });
  const closed = async (location: string, more: object = {}) => {
    const answer = await close(location, more);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.body as { _id: string; version: number };
  };
  const book = (location: string, from: string, to: string): Promise<Answer> => {
    const dates = { contract_start: from, contract_end: to };
    return as('manager').post('/bookings', { site: site.id, lead_person: person, location, ...dates });
  };
  const statusOf = async (location: string, from: string, to: string) => (await book(location, from, to)).status;
  const listed = async (query: string) => (await as('viewer').get(path(`?${query}`))).body;

  test('are created, read and listed with everything that was given', async () => {
    const room = await lodge.make.room(site);
    const made = await close(room, { reason: 'New windows', notes: 'The builder has the keys' });
    expect(made).toMatchObject({
      status: 200,
      body: { location: room, ...JULY, kind: 'maintenance', reason: 'New windows', version: 1, site: site.id },
    });
    expect((await as('viewer').get(path(`/${made.body._id}`))).body).toEqual(made.body);
    expect(await listed(`location=${room}`)).toEqual({ data: [made.body], total: 1, limit: 50, skip: 0 });
    expect((await listed(`location=${room}&from=2027-07-15`)).total).toBe(0);
    expect((await listed(`location=${room}&from=2027-07-14`)).total).toBe(1);
    expect((await listed(`location=${room}&to=2027-07-01`)).total).toBe(0);
    expect((await listed(`location=${room}&to=2027-07-02`)).total).toBe(1);
    expect((await listed(`location_tree=${site.building}&limit=1&skip=0`)).data).toHaveLength(1);
    expect((await listed(`location=${site.building}`)).total).toBe(0);
  });

  test('keep bookings out of exactly their nights', async () => {
    const room = await lodge.make.room(site);
    const { _id } = await closed(room, { reason: 'New windows' });
    expect(await book(room, '2027-07-14', '2027-08-01')).toMatchObject({
      status: 409,
      body: {
        code: 'booking_conflict',
        conflicts: [{ kind: 'closure', closure_id: _id, closure: { ...JULY, reason: 'New windows' } }],
      },
    });
    expect(await statusOf(room, '2027-06-01', '2027-07-01')).toBe(200);
    expect(await statusOf(room, '2027-07-15', '2027-08-01')).toBe(200);
  });

  test('are not counted as bookings of their nights', async () => {
    const room = await lodge.make.room(site);
    await closed(room);
    const { _id } = (await book(room, '2027-07-15', '2027-07-20')).body;
    const bookings = (query: string) => as('viewer').get(`/bookings?site=${site.id}&location=${room}&${query}`);
    expect((await bookings('from=2027-07-01&to=2027-07-15')).body).toMatchObject({ total: 0, data: [] });
    const { body } = await bookings('from=2027-07-01&to=2027-07-16');
    expect([body.total, body.data.map(({ _id: id }: { _id: string }) => id)]).toEqual([1, [_id]]);
  });

  test('are refused with every booking and closure in the way', async () => {
    const room = await lodge.make.room(site);
    const [one, two] = [await book(room, '2027-06-20', '2027-07-02'), await book(room, '2027-07-14', '2027-07-20')];
    const other = await closed(room, { from: '2027-07-05', to: '2027-07-07' });
    const answer = await close(room);
    expect(answer).toMatchObject({ status: 409, body: { code: 'closure_conflict' } });
    const inTheWay = answer.body.conflicts.map((each: Record<string, unknown>) => each.closure_id ?? each.booking_id);
    expect(inTheWay.sort()).toEqual([one.body._id, two.body._id, other._id].sort());
    expect((await listed(`location=${room}`)).total).toBe(1);
  });

  test('of a building close everything below it, beds and flats too', async () => {
    const building = await lodge.make.location(site.id, site.buildingType);
    const floor = await lodge.make.location(site.id, site.buildingType, { parent_id: building });
    const room = await lodge.make.location(site.id, site.roomType, { parent_id: floor, capacity: 3 });
    const bed = await lodge.make.location(site.id, site.roomType, { parent_id: building });
    const { _id } = await closed(building, { to: null });
    for (const place of [room, bed])
      expect((await book(place, '2030-01-01', '2030-02-01')).body).toMatchObject({
        code: 'booking_conflict',
        conflicts: [{ kind: 'closure', closure_id: _id, closure: { to: null } }],
      });
    expect(await statusOf(room, '2027-06-01', '2027-07-01')).toBe(200);
    expect((await listed(`location_tree=${building}`)).total).toBe(1);
  });

  test('are refused for a building in which one bed of one room is booked', async () => {
    const building = await lodge.make.location(site.id, site.buildingType);
    const room = await lodge.make.location(site.id, site.roomType, { parent_id: building, capacity: 2 });
    const { body } = await book(room, '2027-07-10', '2027-09-01');
    expect((await close(building)).body).toMatchObject({
      code: 'closure_conflict',
      conflicts: [{ booking_id: body._id }],
    });
  });

  test('change their nights, kind and words, or nothing when somebody is in the way', async () => {
    const room = await lodge.make.room(site);
    const { _id } = await closed(room);
    const change = (body: object, headers = {}) => as('manager').patch(path(`/${_id}`), body, headers);
    expect(await change({ to: '2027-07-10', kind: 'refurbishment' })).toMatchObject({
      status: 200,
      body: { ...JULY, to: '2027-07-10', kind: 'refurbishment', version: 2 },
    });
    const { body: booked } = await book(room, '2027-07-10', '2027-07-20');
    expect(await change({ to: '2027-07-12' })).toMatchObject({
      status: 409,
      body: { code: 'closure_conflict', conflicts: [{ booking_id: booked._id }] },
    });
    expect((await as('viewer').get(path(`/${_id}`))).body).toMatchObject({ to: '2027-07-10', version: 2 });
    expect(await statusOf(room, '2027-07-09', '2027-07-10')).toBe(409);
    expect((await change({ notes: 'Stale' }, { 'if-match': '"1"' })).body.code).toBe('version_mismatch');
    expect((await change({ from: '2027-07-10' })).body.code).toBe('invalid_date_range');
  });

  test('that end open their places again from that day; one that has not begun keeps no night', async () => {
    const [now, later] = [await lodge.make.room(site), await lodge.make.room(site)];
    const { _id: running } = await closed(now, { from: '2026-11-10', to: null });
    const { _id: planned } = await closed(later);
    expect((await as('manager').post(path(`/${running}/end`))).body).toMatchObject({ to: '2026-11-21', version: 2 });
    expect((await as('manager').post(path(`/${planned}/end`))).body).toMatchObject({ to: JULY.from });
    expect(await statusOf(now, '2026-11-21', '2026-12-01')).toBe(200);
    expect(await statusOf(now, '2026-11-20', '2026-11-21')).toBe(409);
    expect(await statusOf(later, '2027-07-01', '2027-07-15')).toBe(200);
    const longer = await as('manager').post(path(`/${running}/end`), { on: '2026-12-01' });
    expect(longer.body).toMatchObject({ code: 'invalid_date_range', errors: [{ pointer: '/on' }] });
  });

  test('name what is wrong with a request', async () => {
    const room = await lodge.make.room(site);
    expect((await close(room, { to: JULY.from })).body).toMatchObject({ code: 'invalid_date_range' });
    expect((await close('01999999-9999-7999-9999-999999999999')).body.code).toBe('unknown_reference');
    expect((await close(room, { kind: 'holiday' })).body.errors).toMatchObject([{ pointer: '/kind' }]);
  });

  test.each(ROLES)('are for managers and admins to make, and for a %s to read', async (role) => {
    const allowed = role === 'manager' || role === 'admin' ? 200 : 403;
    const { _id } = await closed(await lodge.make.room(site));
    expect((await close(await lodge.make.room(site), {}, as(role))).status).toBe(allowed);
    expect((await as(role).patch(path(`/${_id}`), { notes: 'Mine' })).status).toBe(allowed);
    expect((await as(role).post(path(`/${_id}/end`))).status).toBe(allowed);
    expect((await as(role).get(path(`/${_id}`))).status).toBe(200);
  });

  test('and bookings of one place and night, at once: exactly one side wins', async () => {
    const wins = { bookings: 0, closures: 0 };
    for (let round = 0; round < 12; round++) {
      const room = await lodge.make.room(site);
      // The side that is sent first changes, so that each has its chance.
      const isClosure = (index: number) => index % 2 === round % 2;
      const answers = await rush(16, 16, (index) =>
        isClosure(index) ? close(room, { to: index < 8 ? null : JULY.to }) : book(room, '2027-07-05', '2027-07-06'),
      );
      const codes = answers.map(({ status, body }, index) => (status === 200 ? isClosure(index) : body.code));
      const won = codes.filter((code) => typeof code === 'boolean');
      expect([codes, won.length]).toEqual([codes, 1]);
      const refused = codes.filter((code) => typeof code !== 'boolean');
      expect(refused.filter((code) => code !== 'booking_conflict' && code !== 'closure_conflict')).toEqual([]);
      wins[won[0] ? 'closures' : 'bookings']++;
    }
    expect(wins.bookings + wins.closures).toBe(12);
  });
});
