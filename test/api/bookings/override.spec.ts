import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager } = await useLodge({ manager: 'manager' });
const person = await lodge.make.student(site);

describe('the override of POST /bookings', () => {
  const book = (location: string, more: object = {}, client = manager) =>
    client.post('/bookings', {
      site: site.id,
      lead_person: person,
      location,
      contract_start: '2026-11-20',
      contract_end: '2027-06-30',
      ...more,
    });
  const voiding = (id: string) => ({
    override: { conflict_booking_id: id, action: 'void', cancellation_code: 'data_entry_error' },
  });
  const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}&include=transactions`)).body;
  const day = (index: number) => new Date(Date.UTC(2028, 0, 1 + index)).toISOString().slice(0, 10);
  const checkIn = (id: string) => manager.post(`/bookings/${id}/transitions`, { site: site.id, type: 'check_in' });

  test('voids the booking in the way and books, in one go; the two trails point at each other', async () => {
    const room = await lodge.make.room(site);
    const { body: old } = await book(room);
    const refused = await book(room);
    expect(refused.body.conflicts).toMatchObject([{ booking_id: old._id, override_actions: ['void'] }]);
    const { status, body } = await book(room, voiding(old._id));
    expect(status).toBe(200);
    const [before, after] = [await read(old._id), await read(body._id)];
    expect(before).toMatchObject({ status: 'void', cancellation_code: 'data_entry_error' });
    expect(before.expanded.transactions.at(-1)).toMatchObject({
      type: 'void',
      caused_by: { kind: 'override', id: body._id },
    });
    expect(after.expanded.transactions[0]).toMatchObject({
      type: 'created',
      caused_by: { kind: 'override', id: old._id },
    });
  });

  test('checks out the resident who is in the way', async () => {
    const room = await lodge.make.room(site);
    const { body: old } = await book(room);
    await checkIn(old._id);
    const today = { status: 'checked_in', contract_start: '2026-11-21' };
    const refused = await book(room, today);
    expect(refused.body.conflicts).toMatchObject([{ override_actions: ['check_out', 'void'] }]);
    const override = { conflict_booking_id: old._id, action: 'check_out' };
    const before = await book(room, { ...today, contract_start: '2026-11-20', override });
    expect(before.body.conflicts).toMatchObject([
      // It is checked in again: the refusal has taken the check-out back.
      { booking_id: old._id, kind: 'stay', status: 'checked_in', override_actions: ['void'] },
    ]);
    expect(before.body.detail).toContain('(checked_in)');
    expect((await book(room, { ...today, override })).status).toBe(200);
    expect(await read(old._id)).toMatchObject({ status: 'checked_out' });
  });

  test('names a booking of which there are more in the way than a refusal lists', async () => {
    const room = await lodge.make.room(site);
    const stays = Array.from({ length: 52 }, (_, index) => ({ contract_start: day(index), contract_end: day(index + 1) })); // prettier-ignore
    const ids: string[] = [];
    for (const stay of stays) ids.push((await book(room, stay)).body._id);
    const all = { contract_start: day(0), contract_end: day(60) };
    expect((await book(room, all)).body.conflicts).toHaveLength(50);
    // The last one does stand in the way; the others still do when it is gone.
    expect(await book(room, { ...all, ...voiding(ids[51] ?? '') })).toMatchObject({ status: 409, body: { code: 'booking_conflict' } }); // prettier-ignore
    const closing = { location: room, from: day(0), to: day(60), kind: 'maintenance' };
    const closed = await manager.post(`/sites/${site.id}/closures`, closing);
    expect(closed.body.detail).toContain('and at least 49 more');
  });

  test('offers to check out a resident only when the place is free after that, and cleaned', async () => {
    const room = await lodge.make.location(site.id, await lodge.make.locationType(site.id, { turnaround_days: 2 }));
    const { body: old } = await book(room, { contract_start: '2026-11-18', status: 'checked_in' });
    const actions = async (contract_start: string, contract_end: string) => {
      const { body } = await book(room, { contract_start, contract_end });
      return (body.conflicts as { booking_id: string; override_actions: string[] }[]).map((conflict) => {
        expect(conflict.booking_id).toBe(old._id);
        return conflict.override_actions;
      });
    };
    for (let first = 17; first < 25; first++) {
      const stay: [string, string] = [`2026-11-${first}`, '2026-12-01'];
      expect([stay, await actions(...stay)]).toEqual([stay, [first < 23 ? ['void'] : ['check_out', 'void']]]);
    }
    const override = { conflict_booking_id: old._id, action: 'check_out' };
    expect((await book(room, { contract_start: '2026-11-23', contract_end: '2026-12-01', override })).status).toBe(200);
  });

  test('offers to check out also a resident who is to move into the room, and not one who has left it to be cleaned', async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const [left, room, next] = await Promise.all([1, 2, 3].map(() => lodge.make.location(site.id, type)));
    const { body: old } = await book(left as string, { contract_start: '2026-11-15', status: 'checked_in' });
    const move = (location: string | undefined, on: string) =>
      manager.post(`/bookings/${old._id}/moves`, { site: site.id, location, on });
    expect((await move(room, '2026-11-20')).status).toBe(200);
    expect((await move(next, '2026-11-28')).status).toBe(200);
    const stay = { contract_start: '2026-12-01', contract_end: '2026-12-09' };
    const refused = await book(next as string, stay);
    expect(refused.body.conflicts).toMatchObject([{ booking_id: old._id, override_actions: ['check_out', 'void'] }]);
    const cleaned = await book(left as string, { contract_start: '2026-11-21' });
    expect(cleaned.body.conflicts).toMatchObject([{ kind: 'turnaround', override_actions: ['void'] }]);
    const override = { conflict_booking_id: old._id, action: 'check_out' };
    expect((await book(left as string, { contract_start: '2026-11-21', override })).status).toBe(409);
    expect((await book(next as string, { ...stay, override })).status).toBe(200);
  });

  test('does nothing when another booking is in the way as well', async () => {
    const room = await lodge.make.room(site);
    const { body: first } = await book(room, { contract_end: '2027-01-01' });
    const { body: second } = await book(room, { contract_start: '2027-01-01' });
    const answer = await book(room, voiding(first._id));
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: second._id }] },
    });
    expect(await read(first._id)).toMatchObject({ status: 'confirmed', version: 1 });
  });

  test('refuses a booking that is not in the way: of another room, closed, of another site, made up', async () => {
    const room = await lodge.make.room(site);
    const { body: elsewhere } = await book(await lodge.make.room(site));
    const { body: closed } = await book(room);
    await manager.post(`/bookings/${closed._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    const other = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const { body: foreign } = await owner.post('/bookings', {
      site: other.id,
      lead_person: await lodge.make.student(other),
      location: await lodge.make.room(other),
    });
    for (const id of [elsewhere._id, closed._id, foreign._id, '01999999-9999-7999-9999-999999999999', 'nonsense']) {
      expect(await book(room, voiding(id))).toMatchObject({ status: 409, body: { code: 'override_not_applicable' } });
    }
    expect(await read(elsewhere._id)).toMatchObject({ status: 'confirmed' });
    expect(await lodge.sql(`SELECT status FROM bookings WHERE id = $1`, [foreign._id])).toEqual([
      { status: 'confirmed' },
    ]);
  });

  test('a booking that is not checked in cannot be checked out; a void needs a code of the site', async () => {
    const room = await lodge.make.room(site);
    const { body: old } = await book(room);
    const act = (override: object) => book(room, { override: { conflict_booking_id: old._id, ...override } });
    expect(await act({ action: 'check_out' })).toMatchObject({
      status: 409,
      body: { code: 'override_not_applicable' },
    });
    expect(await act({ action: 'void' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/override/cancellation_code' }] },
    });
    expect(await act({ action: 'void', cancellation_code: 'bored' })).toMatchObject({
      status: 422,
      body: { code: 'cancellation_code_unknown', errors: [{ pointer: '/override/cancellation_code' }] },
    });
    expect(await act({ action: 'void', cancellation_code: 'other' })).toMatchObject({
      status: 422,
      body: { code: 'cancellation_code_required', errors: [{ pointer: '/override/cancellation_reason' }] },
    });
    expect(await act({ action: 'cancel' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/override/action' }] },
    });
    expect(await read(old._id)).toMatchObject({ status: 'confirmed', version: 1 });
  });

  test('the code other voids with a reason, which is kept', async () => {
    const room = await lodge.make.room(site);
    const { body: old } = await book(room);
    const other = { cancellation_code: 'other', cancellation_reason: 'The roof leaks' };
    const override = { conflict_booking_id: old._id, action: 'void', ...other };
    expect((await book(room, { override })).status).toBe(200);
    expect(await read(old._id)).toMatchObject({ status: 'void', ...other });
  });

  test('reception is not offered an override, and cannot make one', async () => {
    const desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    const room = await lodge.make.room(site);
    const { body: old } = await book(room);
    expect((await book(room, {}, desk)).body.conflicts).toMatchObject([{ override_actions: [] }]);
    expect(await book(room, voiding(old._id), desk)).toMatchObject({
      status: 403,
      body: { required_permission: 'booking.override' },
    });
  });

  test('the permission also decides who gives a booking its own number of nights for cleaning, which goes before that of the type', async () => {
    const desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    const cleaned = await lodge.make.locationType(site.id, { turnaround_days: 3 });
    const room = await lodge.make.location(site.id, cleaned, { parent_id: site.building });
    const forbidden = { status: 403, body: { required_permission: 'booking.override' } };
    expect(await book(room, { turnaround_days: 1 }, desk)).toMatchObject(forbidden);
    const { body: made } = await book(room, { turnaround_days: 1 });
    expect(made.turnaround_days).toBe(1);
    const change = (client = manager) => client.patch(`/bookings/${made._id}`, { site: site.id, turnaround_days: 2 });
    expect(await change(desk)).toMatchObject(forbidden);
    const next = { contract_start: '2027-07-01', contract_end: '2027-07-09' };
    expect((await change()).status).toBe(200);
    expect((await book(room, next)).body.conflicts).toMatchObject([{ kind: 'turnaround' }]);
    expect((await book(room, { ...next, contract_start: '2027-07-02' })).status).toBe(200);
  });

  test('fifty overrides of one booking at once: one has the room', async () => {
    const room = await lodge.make.room(site);
    const { body: old } = await book(room);
    const answers = await Promise.all(Array.from({ length: 50 }, () => book(room, voiding(old._id))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  test('a refusal names up to three free locations of the same type', async () => {
    const fresh = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const lead_person = await lodge.make.student(fresh);
    const rooms = await Promise.all([1, 2, 3].map(() => lodge.make.room(fresh)));
    const try1 = (location: string) =>
      owner.post('/bookings', {
        site: fresh.id,
        lead_person,
        location,
        contract_start: '2027-01-01',
        contract_end: '2027-02-01',
      });
    await try1(rooms[0] as string);
    await try1(rooms[1] as string);
    const refused = await try1(rooms[0] as string);
    expect(refused.body.free_locations).toEqual([expect.objectContaining({ _id: rooms[2] })]);
  });

  test('the free locations of a refusal can be booked: neighbours at the top of the tree, and not those that the override would have freed', async () => {
    const fresh = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const lead_person = await lodge.make.student(fresh);
    const book = (location: string, contract_start: string, contract_end: string, more: object = {}) =>
      owner.post('/bookings', { site: fresh.id, lead_person, location, contract_start, contract_end, ...more });
    const flat = await lodge.make.room(fresh, { parent_id: null });
    const left = await lodge.make.room(fresh, { parent_id: flat });
    await lodge.make.room(fresh, { parent_id: flat });
    const whole = await book(flat, '2027-01-01', '2027-01-05');
    await book(left, '2027-01-05', '2027-01-10');
    const override = {
      conflict_booking_id: whole.body._id as string,
      action: 'void',
      cancellation_code: 'data_entry_error',
    };
    const refused = await book(left, '2027-01-01', '2027-01-10', { override });
    expect(refused).toMatchObject({ status: 409, body: { code: 'booking_conflict', free_locations: [] } });
    const other = await lodge.make.room(fresh, { parent_id: null });
    const again = await book(flat, '2027-01-01', '2027-01-05');
    expect(again.body.free_locations).toEqual([expect.objectContaining({ _id: other })]);
    expect((await book(other, '2027-01-01', '2027-01-05')).status).toBe(200);
  });
});
