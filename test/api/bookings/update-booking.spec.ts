import { beforeEach, describe, expect, test } from '@jest/globals';
import { NOW } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, clerk } = await useLodge({ clerk: 'reception' });
const person = await lodge.make.student(site);

describe('PATCH /bookings/{bookingId}', () => {
  beforeEach(() => lodge.clock.set(NOW));

  const book = async (more: Record<string, unknown> = {}) => {
    const location = (more.location as string | undefined) ?? (await lodge.make.room(site));
    const stay = {
      site: site.id,
      lead_person: person,
      location,
      contract_start: '2026-11-20',
      contract_end: '2027-06-30',
      ...more,
    };
    const answer = await clerk.post('/bookings', stay);
    expect(answer.status).toBe(200);
    return answer.body as { _id: string; location: string };
  };
  const patch = (id: string, change: object, headers = {}) =>
    clerk.patch(`/bookings/${id}`, { site: site.id, ...change }, headers);
  const move = (id: string, type: string, more = {}) =>
    clerk.post(`/bookings/${id}/transitions`, { site: site.id, type, ...more });
  const trail = async (id: string) => (await clerk.get(`/bookings/${id}/transactions?site=${site.id}`)).body.data;
  const periods = async (id: string) =>
    (
      await lodge.sql<{ period: string; live: boolean }>(
        'SELECT period::text, live FROM occupancies WHERE booking_id = $1 ORDER BY segment',
        [id],
      )
    ).map(({ period, live }) => `${period} ${live ? 'live' : 'over'}`);

  test('changes what is sent, clears what is null, and writes each change down', async () => {
    const flag = await lodge.make.listEntry('flags', site.id);
    const friend = await lodge.make.student(site);
    const { _id } = await book({ notes: 'old', vehicle_registration: 'OLD 1' });
    const answer = await patch(_id, {
      notes: null,
      vehicle_registration: 'NEW 1',
      flags: [flag],
      additional_people: [friend],
      departure_slot_at: '2027-06-30T10:00:00+01:00',
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        version: 2,
        notes: null,
        vehicle_registration: 'NEW 1',
        flags: [flag],
        additional_people: [friend],
        departure_slot_at: '2027-06-30T09:00:00.000Z',
      },
    });
    const [, entry] = await trail(_id);
    expect(entry).toMatchObject({ type: 'updated', from_status: 'confirmed', to_status: 'confirmed' });
    expect(entry.changes).toEqual([
      { field: 'additional_people', from: [], to: [friend] },
      { field: 'vehicle_registration', from: 'OLD 1', to: 'NEW 1' },
      { field: 'departure_slot_at', from: null, to: '2027-06-30T09:00:00.000Z' },
      { field: 'flags', from: [], to: [flag] },
      { field: 'notes', from: 'old', to: null },
    ]);
  });

  test('empty notes and an empty vehicle registration clear', async () => {
    const { _id } = await book({ notes: 'old', vehicle_registration: 'OLD 1' });
    expect(await patch(_id, { notes: '', vehicle_registration: '' })).toMatchObject({
      status: 200,
      body: { notes: null, vehicle_registration: null },
    });
  });

  test('a change to what is there already writes nothing', async () => {
    const { _id } = await book({ notes: 'same' });
    expect(await patch(_id, { notes: 'same', contract_end: '2027-06-30' })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect(await trail(_id)).toHaveLength(1);
  });

  test('new dates take the nights and give up the old ones', async () => {
    const { _id, location } = await book({ contract_start: '2027-01-01', contract_end: '2027-02-01' });
    expect(await patch(_id, { contract_start: '2027-01-15', contract_end: '2027-03-01' })).toMatchObject({
      body: { occupied_from: '2027-01-15', occupied_to: '2027-03-01' },
    });
    expect(await periods(_id)).toEqual(['[2027-01-15,2027-03-01) live']);
    await book({ location, contract_start: '2027-01-01', contract_end: '2027-01-15' });
  });

  test('dates that clash are refused with the clash, and nothing changes', async () => {
    const { _id, location } = await book({ contract_start: '2027-01-01', contract_end: '2027-02-01' });
    const next = await book({ location, contract_start: '2027-02-01', contract_end: '2027-03-01' });
    expect(await patch(_id, { contract_end: '2027-02-02', notes: 'longer' })).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: next._id }] },
    });
    expect((await clerk.get(`/bookings/${_id}?site=${site.id}`)).body).toMatchObject({
      version: 1,
      notes: null,
      contract_end: '2027-02-01',
    });
    expect(await periods(_id)).toEqual(['[2027-01-01,2027-02-01) live']);
  });

  test('a null end is open, a null start is the day of creation', async () => {
    const { _id } = await book({ contract_start: '2027-01-01' });
    expect(await patch(_id, { contract_start: null, contract_end: null })).toMatchObject({
      body: { contract_start: '2026-11-21', contract_end: null, occupied_to: null },
    });
    expect(await periods(_id)).toEqual(['[2026-11-21,) live']);
  });

  test('another room before arrival is simply another room', async () => {
    const { _id, location } = await book();
    const room = await lodge.make.room(site);
    expect(await patch(_id, { location: room })).toMatchObject({
      status: 200,
      body: { location: room, occupied_from: '2026-11-20' },
    });
    expect((await trail(_id)).at(-1)).toMatchObject({
      type: 'updated',
      changes: [{ field: 'location', from: location, to: room }],
    });
    await book({ location });
  });

  test('a room move of a resident ends the old stay today and begins a new one', async () => {
    const lead_person = await lodge.make.student(site);
    const { _id, location } = await book({ lead_person });
    await move(_id, 'check_in', { occurred_at: '2026-11-20T15:00:00Z' });
    const room = await lodge.make.room(site);
    expect(await patch(_id, { location: room })).toMatchObject({
      status: 200,
      body: { location: room, status: 'checked_in', occupied_from: '2026-11-20', occupied_to: '2027-06-30' },
    });
    expect(await periods(_id)).toEqual(['[2026-11-20,2026-11-21) live', '[2026-11-21,2027-06-30) live']);
    expect((await trail(_id)).at(-1)).toMatchObject({ type: 'moved' });
    expect(await lodge.sql('SELECT location_id FROM students WHERE id = $1', [lead_person])).toEqual([
      { location_id: room },
    ]);
    const successor = await book({ location, contract_start: '2026-11-21' });
    expect((await move(successor._id, 'check_in')).status).toBe(200);
    await move(_id, 'check_out');
    expect(await periods(_id)).toEqual(['[2026-11-20,2026-11-21) live', 'empty live']);
  });

  test('who joins a resident lives in the room, too, and so does who takes the booking over', async () => {
    const [friend, heir] = [await lodge.make.student(site), await lodge.make.student(site)];
    const { _id, location } = await book();
    const home = async (id: string) => (await clerk.get(`/students/${site.id}/${id}`)).body.location;
    await patch(_id, { additional_people: [friend] });
    expect(await home(friend)).toBe(site.building);
    await patch(_id, { additional_people: [] });
    await move(_id, 'check_in');
    await patch(_id, { additional_people: [friend] });
    expect(await home(friend)).toBe(location);
    await patch(_id, { lead_person: heir });
    expect(await home(heir)).toBe(location);
    expect((await trail(_id)).at(-1)).toMatchObject({ type: 'updated' });
  });

  test('a resident cannot move into a room where somebody lives', async () => {
    const stayer = await book({ contract_start: '2026-11-01', contract_end: '2026-11-20' });
    await move(stayer._id, 'check_in', { occurred_at: '2026-11-15T12:00:00Z' });
    const { _id } = await book();
    await move(_id, 'check_in');
    expect(await patch(_id, { location: stayer.location })).toMatchObject({
      status: 409,
      body: { conflicts: [{ kind: 'occupied', booking_id: stayer._id }] },
    });
  });

  test('a closed booking keeps dates, room and people; notes, flags, vehicle and parking can change', async () => {
    const { _id } = await book();
    await move(_id, 'cancel', { cancellation_code: 'requested_by_student' });
    const refused = await patch(_id, { contract_end: '2027-05-01', notes: 'x' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'booking_closed', errors: [{ pointer: '/contract_end' }] },
    });
    expect(await patch(_id, { notes: 'sorry', vehicle_registration: 'X 1' })).toMatchObject({
      status: 200,
      body: { notes: 'sorry', status: 'cancelled' },
    });
  });

  test('a status is an unknown field', async () => {
    const { _id } = await book();
    expect(await patch(_id, { status: 'checked_in' })).toMatchObject({
      status: 400,
      body: { code: 'unknown_field', errors: [{ pointer: '/status' }] },
    });
  });

  test('If-Match of an older version is refused', async () => {
    const { _id } = await book();
    await patch(_id, { notes: 'one' }, { 'if-match': '"1"' });
    expect(await patch(_id, { notes: 'two' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch' },
    });
  });

  test('references of another site, and a building, are refused', async () => {
    const other = await lodge.make.site();
    const { _id } = await book();
    expect(await patch(_id, { location: await lodge.make.room(other) })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/location' }] },
    });
    expect(await patch(_id, { lead_person: await lodge.make.student(other) })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lead_person' }] },
    });
    expect(await patch(_id, { flags: [await lodge.make.listEntry('flags', other.id)] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/flags/0' }] },
    });
    expect(await patch(_id, { location: site.building })).toMatchObject({
      status: 422,
      body: { code: 'location_not_allocatable' },
    });
    expect((await trail(_id)).length).toBe(1);
  });

  test('an id that is none is a reference that leads nowhere', async () => {
    const { _id } = await book();
    for (const [change, pointer] of [
      [{ location: 'attic' }, '/location'],
      [{ lead_person: 'me', contract_end: '2027-05-01' }, '/lead_person'],
    ] as const)
      expect(await patch(_id, change)).toMatchObject({
        status: 422,
        body: { code: 'unknown_reference', errors: [{ pointer }] },
      });
    expect((await trail(_id)).length).toBe(1);
  });

  test('an id is the same in capitals, and so comes twice', async () => {
    const [flag, friend] = [await lodge.make.listEntry('flags', site.id), await lodge.make.student(site)];
    const { _id } = await book();
    for (const [field, id] of [
      ['flags', flag],
      ['additional_people', friend],
    ] as const)
      expect(await patch(_id, { [field]: [id, id.toUpperCase()] })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: `/${field}` }] },
      });
    expect(await patch(_id, { additional_people: [person.toUpperCase()] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/additional_people' }] },
    });
    expect((await trail(_id)).length).toBe(1);
  });

  test('notes and flags of a closed booking can change when its people are deleted by now', async () => {
    const [lead_person, friend] = [await lodge.make.student(site), await lodge.make.student(site)];
    const { _id } = await book({ lead_person, additional_people: [friend] });
    await move(_id, 'cancel', { cancellation_code: 'requested_by_student' });
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    for (const id of [lead_person, friend])
      expect((await manager.delete(`/students/${site.id}/${id}`)).status).toBe(200);
    const flag = await lodge.make.listEntry('flags', site.id);
    expect(await patch(_id, { notes: 'moved abroad', flags: [flag] })).toMatchObject({
      status: 200,
      body: { notes: 'moved abroad', flags: [flag] },
    });
    expect(await patch(_id, { flags: [friend] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/flags/0' }] },
    });
  });
});
