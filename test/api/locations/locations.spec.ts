import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

const WARD = { name: 'Ward type', colour: '#2F6FED', can_be_allocated_to_bookings: true };

const { lodge, site, admin } = await useLodge({ admin: 'admin' }, { instances: 2 });

describe('locations and their types', () => {
  const types = (id = '') => `/sites/${site.id}/location-types${id && `/${id}`}`;
  const places = (id = '') => `/sites/${site.id}/locations${id && `/${id}`}`;
  const type = async (name: string, more: object = {}) => {
    const answer = await admin.post(types(), { name, colour: '#2F6FED', can_be_allocated_to_bookings: true, ...more });
    expect(answer.status).toBe(200);
    return answer.body._id as string;
  };
  const place = async (more: object) => {
    const answer = await admin.post(places(), { location_type: site.roomType, ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body._id as string;
  };
  const book = async (location: string, more: object = {}) =>
    admin.post('/bookings', {
      site: site.id,
      lead_person: await lodge.make.student(site),
      location,
      contract_start: '2027-01-01',
      contract_end: '2027-06-01',
      ...more,
    });
  const held = async (id: string) =>
    (
      await lodge.sql<{ location_id: string }>('SELECT location_id FROM occupancies WHERE booking_id = $1 AND live', [
        id,
      ])
    )
      .map((row) => row.location_id)
      .sort();

  test('a type returns the schemas of its operations, and null clears', async () => {
    const parent = await type('Wing');
    const made = await admin.post(types(), {
      name: 'Ensuite',
      colour: '#00AA00',
      can_be_allocated_to_bookings: true,
      parent,
      cleaning_type: 'weekly',
    });
    expect(made.body).toEqual({
      _id: made.body._id,
      name: 'Ensuite',
      colour: '#00AA00',
      can_be_allocated_to_bookings: true,
    });
    expect(made.headers.etag).toBe('"1"');
    const fields = { name: 'Ensuite', colour: '#00AA00', can_be_allocated_to_bookings: true };
    expect((await admin.get(types())).body).toContainEqual(
      expect.objectContaining({ ...fields, parent, cleaning_type: 'weekly' }),
    );
    const changed = await admin.patch(types(made.body._id), { ...fields, cleaning_type: null, parent: null });
    expect([changed.body, changed.headers.etag]).toEqual([{ _id: made.body._id }, '"2"']);
    const { body } = await admin.get(types(made.body._id));
    expect(body).not.toHaveProperty('cleaning_type');
    expect(body).not.toHaveProperty('parent');
    expect(await admin.patch(types(made.body._id), { name: 'Only the name' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/colour' }, { pointer: '/can_be_allocated_to_bookings' }] },
    });
    expect((await admin.delete(types(made.body._id))).body).toEqual({ success: true });
  });

  test('a change to what is there already writes nothing', async () => {
    const fields = { name: 'Annexe', colour: '#00AA00', can_be_allocated_to_bookings: true, cleaning_type: 'daily' };
    const { body: made } = await admin.post(types(), fields);
    const same = await admin.patch(types(made._id), fields);
    expect([same.body, same.headers.etag]).toEqual([{ _id: made._id }, '"1"']);
    const hut = await place({ name: 'Hut', code: 'H-1' });
    const before = (await admin.get(places(hut))).body;
    expect((await admin.patch(places(hut), { name: 'Hut', code: 'H-1', parent: before.parent })).body).toEqual(before);
  });

  test('an id in capitals is the same id: what is booked may be sent as it is', async () => {
    const above = await type('East wing');
    const { body: made } = await admin.post(types(), { ...WARD, parent: above });
    const sameType = await admin.patch(types(made._id), { ...WARD, parent: above.toUpperCase() });
    expect(sameType.headers.etag).toBe('"1"');
    const ward = await place({ name: 'Ward', parent: site.building });
    expect((await book(ward)).status).toBe(200);
    const same = { parent: site.building.toUpperCase(), location_type: site.roomType.toUpperCase() };
    expect(await admin.patch(places(ward), same)).toMatchObject({ status: 200, body: { version: 1 } });
  });

  test('types are listed as people sort: no case, numbers as numbers', async () => {
    for (const name of ['Zone 10', 'attic', 'Éclair', 'Zone 2', 'Den']) await type(name);
    const names: string[] = (await admin.get(types())).body.map(({ name }: { name: string }) => name);
    const made = ['attic', 'Den', 'Éclair', 'Zone 2', 'Zone 10'];
    expect(names.filter((name) => made.includes(name))).toEqual(made);
  });

  test('a type in use stays; a name is unique among siblings; types make no circle and no sixth level', async () => {
    const [a, b] = [await type('A'), await type('B')];
    await place({ name: 'In the way' });
    expect(await admin.delete(types(site.roomType))).toMatchObject({
      status: 409,
      body: { code: 'location_type_in_use' },
    });
    const again = { name: 'a', colour: '#000000', can_be_allocated_to_bookings: false };
    expect(await admin.post(types(), again)).toMatchObject({
      status: 409,
      body: { code: 'duplicate_name', errors: [{ pointer: '/name' }] },
    });
    expect((await admin.post(types(), { ...again, parent: b })).status).toBe(200);
    await admin.patch(types(b), { name: 'B', colour: '#000000', can_be_allocated_to_bookings: true, parent: a });
    const circle = await admin.patch(types(a), {
      name: 'A',
      colour: '#000000',
      can_be_allocated_to_bookings: true,
      parent: b,
    });
    expect(circle).toMatchObject({ status: 400, body: { errors: [{ pointer: '/parent' }] } });
    let parent = b;
    for (const name of ['C', 'D', 'E']) parent = await type(name, { parent });
    expect(await admin.post(types(), { ...again, parent })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/parent' }] },
    });
  });

  test('moves that would make a circle together never do', async () => {
    const [a, b] = [await type('Ring A'), await type('Ring B')];
    const move = (id: string, name: string, parent: string, instance: number) =>
      admin
        .on(lodge.instances[instance] ?? lodge.instance)
        .patch(types(id), { name, colour: '#000000', can_be_allocated_to_bookings: true, parent });
    const answers = await Promise.all([move(a, 'Ring A', b, 0), move(b, 'Ring B', a, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a type with live bookings stays bookable', async () => {
    const id = await type('Pod');
    const room = await place({ name: 'Pod 1', location_type: id });
    const { body: booking } = await book(room);
    const off = { name: 'Pod', colour: '#2F6FED', can_be_allocated_to_bookings: false };
    expect(await admin.patch(types(id), off)).toMatchObject({ status: 409, body: { code: 'has_live_bookings' } });
    await admin.post(`/bookings/${booking._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    expect((await admin.patch(types(id), off)).status).toBe(200);
    expect(await book(room)).toMatchObject({ status: 422, body: { code: 'location_not_allocatable' } });
  });

  test('flats are no longer let as a whole while their rooms are, unless one is let as a whole', async () => {
    const id = await type('Shared flat');
    const flat = await place({ name: 'Flat 7', location_type: id, parent: site.building });
    const room = await place({ name: 'Room 7a', parent: flat });
    await place({ name: 'Room 7b', parent: flat });
    const off = { name: 'Shared flat', colour: '#2F6FED', can_be_allocated_to_bookings: false };
    const { body: whole } = await book(flat, { contract_start: '2028-01-01', contract_end: '2028-02-01' });
    const { body: booked } = await book(room);
    expect(await admin.patch(types(id), off)).toMatchObject({ status: 409, body: { code: 'has_live_bookings' } });
    const cancel = { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' };
    await admin.post(`/bookings/${whole._id}/transitions`, cancel);
    expect((await admin.patch(types(id), off)).status).toBe(200);
    expect(await held(booked._id)).toEqual([room]);
    expect(await book(flat)).toMatchObject({ status: 422, body: { code: 'location_not_allocatable' } });
    expect((await admin.patch(types(id), { ...off, can_be_allocated_to_bookings: true })).status).toBe(200);
    expect(await book(flat)).toMatchObject({ status: 409, body: { code: 'booking_conflict' } });
  });

  test('locations are a tree, listed with their paths in natural order', async () => {
    const house = await place({ name: 'South House', code: 'S', location_type: site.buildingType });
    for (const name of ['Room 10', 'Room 2'])
      await place({ name, parent: house, code: `S-${name.slice(5)}`, floor: '1' });
    const list = await admin.get(`${places()}?parent=${house}`);
    expect(list.body.map(({ path }: { path: string }) => path)).toEqual([
      'South House / Room 2',
      'South House / Room 10',
    ]);
    expect(list.headers['x-total-count']).toBe('2');
    expect((await admin.get(`${places()}?q=s-10`)).body).toMatchObject([
      { name: 'Room 10', floor: '1', capacity: 1, active: true },
    ]);
    expect((await admin.get(`${places()}?limit=1&skip=1&parent=${house}`)).body).toMatchObject([{ name: 'Room 10' }]);
    expect((await admin.get(places(list.body[0]._id))).body).toEqual(list.body[0]);
    expect(await admin.post(places(), { name: 'X', location_type: site.roomType, code: 's-2' })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/code' }] },
    });
    expect(await admin.post(places(), { name: 'room 2', location_type: site.roomType, parent: house })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/name' }] },
    });
    expect(await admin.patch(places(house), { parent: list.body[0]._id })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/parent' }] },
    });
    expect(await admin.delete(places(house))).toMatchObject({ status: 409, body: { code: 'location_in_use' } });
    expect((await admin.delete(places(list.body[0]._id))).body).toEqual({ success: true });
  });

  test('references of another site are unknown', async () => {
    const other = await lodge.make.site();
    const answer = await admin.post(places(), { name: 'Y', location_type: other.roomType, parent: other.building });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/location_type' }, { pointer: '/parent' }] },
    });
    expect((await admin.get(places(other.building))).status).toBe(404);
    expect((await admin.patch(places(other.building), { name: 'Z' })).status).toBe(404);
  });

  test('a room that appears in a booked flat belongs to the booking; one that two would hold cannot appear', async () => {
    const flat = await place({ name: 'Flat 1' });
    const one = await place({ name: 'Flat 1 a', parent: flat });
    const { body: booking } = await book(flat);
    const two = await place({ name: 'Flat 1 b', parent: flat });
    expect(await held(booking._id)).toEqual([flat, one, two].sort());
    expect(await book(two)).toMatchObject({ status: 409, body: { conflicts: [{ booking_id: booking._id }] } });
    const twin = await place({ name: 'Twin', capacity: 2 });
    expect([(await book(twin)).status, (await book(twin)).status]).toEqual([200, 200]);
    expect(await admin.post(places(), { name: 'Bed', location_type: site.roomType, parent: twin })).toMatchObject({
      status: 409,
      body: { code: 'location_in_use' },
    });
  });

  test('more capacity below a booked flat belongs to the booking, and less than is held is refused', async () => {
    const flat = await place({ name: 'Flat 2' });
    const room = await place({ name: 'Flat 2 a', parent: flat });
    const { body: booking } = await book(flat);
    await admin.patch(places(room), { capacity: 2 });
    expect(await held(booking._id)).toEqual([flat, room, room].sort());
    expect(await admin.patch(places(room), { capacity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'location_in_use' },
    });
    expect(await admin.patch(places(room), { parent: site.building })).toMatchObject({
      status: 409,
      body: { code: 'location_in_use' },
    });
    expect((await admin.patch(places(room), { active: false, confirm_live_bookings: 1 })).status).toBe(200);
  });

  test('less capacity is refused only while more is held: who holds the last bed gets one that is free', async () => {
    const dorm = await place({ name: 'Dorm', capacity: 3 });
    const [first, second, third] = [await book(dorm), await book(dorm), await book(dorm)];
    await book(dorm, { contract_start: '2027-06-01', contract_end: '2027-07-01' });
    const cancel = { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' };
    const shrink = (capacity: number) => admin.patch(places(dorm), { capacity });
    expect(await shrink(2)).toMatchObject({ status: 409, body: { code: 'location_in_use' } });
    await admin.post(`/bookings/${first.body._id}/transitions`, cancel);
    expect(await shrink(1)).toMatchObject({ status: 409, body: { code: 'location_in_use' } });
    expect(await shrink(2)).toMatchObject({ status: 200, body: { capacity: 2 } });
    expect((await book(dorm)).body.conflicts).toHaveLength(2);
    await admin.post(`/bookings/${second.body._id}/transitions`, cancel);
    expect((await shrink(1)).status).toBe(200);
    expect((await book(dorm)).body.conflicts).toMatchObject([{ booking_id: third.body._id }]);
    expect(await findViolations(lodge, site.id)).toEqual([]);
  });

  test('rooms that appear while their flat is being booked are never left out', async () => {
    for (let round = 0; round < 8; round++) {
      const flat = await place({ name: `Race ${round}` });
      await place({ name: `Race ${round} a`, parent: flat });
      const [booking] = await Promise.all([
        book(flat),
        ...['b', 'c', 'd'].map((letter, index) =>
          admin
            .on(lodge.instances[index % 2] ?? lodge.instance)
            .post(places(), { name: `Race ${round} ${letter}`, location_type: site.roomType, parent: flat }),
        ),
      ]);
      expect(booking.status).toBe(200);
      expect(await held(booking.body._id)).toHaveLength(5);
    }
  });

  test('fifty locations with one code at once: one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        admin.post(places(), { name: `Once ${index}`, code: 'ONCE', location_type: site.roomType }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'duplicate_name')).toHaveLength(49);
  });

  test('only an administrator changes the tree', async () => {
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    expect(await manager.post(places(), { name: 'No', location_type: site.roomType })).toMatchObject({
      status: 403,
      body: { required_permission: 'location.write' },
    });
    expect(await manager.delete(types(site.roomType))).toMatchObject({
      status: 403,
      body: { required_permission: 'location_type.write' },
    });
    expect((await manager.get(places())).status).toBe(200);
  });
});
