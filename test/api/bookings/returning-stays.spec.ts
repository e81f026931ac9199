import { afterAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const TODAY = '2026-11-21';
const CODE = { cancellation_code: 'data_entry_error' };

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const day = (offset: number): string => new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10);

const book = async (location: string, from: number, to: number): Promise<string> => {
  const stay = { location, contract_start: day(from), contract_end: day(to) };
  const lead_person = await lodge.make.student(site);
  const { status, text, body } = await owner.post('/bookings', { site: site.id, lead_person, ...stay });
  expect([status, text]).toEqual([200, text]);
  return body._id;
};
const change = (id: string, type: string, on?: number, more = {}) => {
  const occurred_at = on === undefined ? undefined : `${day(on)}T08:00:00Z`;
  return owner.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'n', occurred_at, ...more });
};
const done = async (id: string, type: string, on?: number, more = {}) => {
  const { status, text, body } = await change(id, type, on, more);
  expect([type, status, text]).toEqual([type, 200, text]);
  return body.booking;
};
const stayed = async (location: string, from: number, to: number): Promise<string> => {
  const id = await book(location, from, to);
  await done(id, 'check_in', from);
  await done(id, 'check_out', to);
  return id;
};
const bedsOf = async (location: string) => {
  const range = `from=${day(-10)}&to=${day(10)}`;
  const { body } = await owner.get(`/sites/${site.id}/locations/${location}/calendar?${range}`);
  return body.data.map(({ entries }: { entries: { booking: { _id: string }; from: string; to: string }[] }) =>
    entries.map(({ booking, from, to }) => [booking._id, from, to]),
  );
};
const setCapacity = async (room: string, capacity: number) =>
  expect((await owner.patch(`/sites/${site.id}/locations/${room}`, { capacity })).status).toBe(200);

describe('a check-out that is taken back', () => {
  afterAll(async () => expect(await findViolations(lodge)).toEqual([]));

  test.each([
    ['over', -4, 1],
    ['not over', 6, 6],
  ])(
    'after the room has lost the bed leaves no night without the resident: the contract is %s',
    async (_, end, until) => {
      const room = await lodge.make.room(site, { capacity: 2 });
      const other = await stayed(room, -8, -4);
      const id = await book(room, -8, end);
      await done(id, 'check_in', -8);
      await done(id, 'check_out', -4);
      await setCapacity(room, 1);
      await done(id, 'undo_check_out');
      expect(await bedsOf(room)).toEqual([
        [
          [other, day(-8), day(-4)],
          [id, day(-4), day(until)],
        ],
        [[id, day(-8), day(-4)]],
      ]);
      expect((await owner.get(`/sites/${site.id}/availability?from=${day(-3)}&to=${day(-2)}&location_tree=${room}`)).body.data).toEqual([]); // prettier-ignore
      expect((await done(id, 'check_out')).stays.at(-1)).toMatchObject({ to: TODAY });
    },
  );

  test('after the room has lost the bed is refused if somebody had the other one since', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    await stayed(room, -8, -2);
    const id = await stayed(room, -8, -4);
    await setCapacity(room, 1);
    expect(await change(id, 'undo_check_out')).toMatchObject({ status: 409, body: { reasons: [{ code: 'room_retaken' }] } }); // prettier-ignore
  });

  test('on the day of the check-in has the nights for cleaning that its type says', async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const room = await lodge.make.location(site.id, type);
    const id = await book(room, 0, 3);
    await done(id, 'check_in');
    await done(id, 'check_out');
    await done(id, 'undo_check_out');
    const next = { location: room, contract_start: day(3), contract_end: day(5) };
    const lead_person = await lodge.make.student(site);
    expect((await owner.post('/bookings', { site: site.id, lead_person, ...next })).body.conflicts).toMatchObject([
      { booking_id: id, kind: 'turnaround' },
    ]);
  });
});

describe('a stay that was over and was voided', () => {
  afterAll(async () => expect(await findViolations(lodge)).toEqual([]));

  const voided = async (room: string) => {
    const id = await stayed(room, -8, -2);
    await done(id, 'void', undefined, CODE);
    return id;
  };

  test.each([
    ['all', -8, -2],
    ['the first', -8, -5],
    ['some', -5, -3],
  ])(
    'returns into the other bed of the room if somebody stayed in its own in %s of its nights',
    async (_, from, to) => {
      const room = await lodge.make.room(site, { capacity: 2 });
      const id = await voided(room);
      const other = await stayed(room, from, to);
      const { allowed_transitions: allowed } = (await owner.get(`/bookings/${id}?site=${site.id}`)).body;
      expect(allowed).toContainEqual(expect.objectContaining({ type: 'reinstate', allowed: true }));
      await done(id, 'reinstate');
      expect(await bedsOf(room)).toEqual([[[other, day(from), day(to)]], [[id, day(-8), day(-2)]]]);
      // It keeps that bed.
      await done(id, 'void', undefined, CODE);
      await done(id, 'reinstate');
      expect((await bedsOf(room))[1]).toEqual([[id, day(-8), day(-2)]]);
    },
  );

  test('does not return if people stayed in both beds, one after the other', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const id = await voided(room);
    const second = await stayed(room, -8, -2);
    const third = await stayed(room, -3, -1);
    expect(await bedsOf(room)).toEqual([[[second, day(-8), day(-2)]], [[third, day(-3), day(-1)]]]);
    expect(await change(id, 'reinstate')).toMatchObject({ status: 409, body: { reasons: [{ code: 'has_conflict' }] } });
  });

  test('and another one return at the same moment into the bed that is left: one of them', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const one = await voided(room);
    const other = await voided(room);
    await stayed(room, -8, -2);
    const answers = await Promise.all([change(one, 'reinstate'), change(other, 'reinstate')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('has a flat as a whole, and no other place for one of its rooms', async () => {
    const flat = await lodge.make.room(site);
    const room = await lodge.make.location(site.id, site.roomType, { parent_id: flat, capacity: 2 });
    const id = await voided(flat);
    await stayed(room, -8, -2);
    await setCapacity(room, 3);
    expect((await change(id, 'reinstate')).status).toBe(409);
  });
});

describe('what a booking says of its return', () => {
  afterAll(async () => expect(await findViolations(lodge)).toEqual([]));

  const moved = async (id: string, location: string, on: number) =>
    expect((await owner.post(`/bookings/${id}/moves`, { site: site.id, location, on: day(on) })).status).toBe(200);
  const told = async (id: string, type: string) => {
    const { body } = await owner.get(`/bookings/${id}?site=${site.id}`);
    return body.allowed_transitions.find((each: { type: string }) => each.type === type);
  };
  const refused = async (id: string, type: string, message: string) => {
    const reasons = [{ message: expect.stringContaining(message) }];
    expect(await told(id, type)).toMatchObject({ allowed: false, reasons });
    expect(await change(id, type)).toMatchObject({ status: 409, body: { reasons } });
  };

  test('names who stayed there after the end of the contract, and has left', async () => {
    const room = await lodge.make.room(site);
    const id = await stayed(room, -12, -8);
    await stayed(room, -6, -4);
    await refused(id, 'undo_check_out', `from ${day(-6)} to ${day(-4)}`);
  });

  test.each([
    ['cancelled', 'cancel', 'reinstate', CODE],
    ['checked out', 'check_out', 'undo_check_out', {}],
  ])('names who has the room where the move of a booking that was %s cannot return', async (_, close, back, more) => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const id = await book(room, 0, 5);
    await moved(id, next, 2);
    if (close === 'check_out') await done(id, 'check_in');
    await done(id, close, undefined, more);
    await book(room, 2, 6);
    expect(await told(id, back)).toMatchObject({ allowed: true });
    await book(next, 3, 4);
    await refused(id, back, `from ${day(2)} to ${day(6)}`);
  });

  test('is that all nights are in the other room if a guest who came early was to move before the first of them', async () => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    await owner.patch(`/sites/${site.id}`, { settings: { early_check_in_days: 30 } });
    const id = await book(room, 3, 8);
    await done(id, 'check_in');
    await moved(id, next, 2);
    await book(room, 3, 6);
    expect(await told(id, 'undo_check_in')).toMatchObject({ allowed: true });
    const back = await done(id, 'undo_check_in');
    expect(back).toMatchObject({
      location: next,
      planned_move: null,
      stays: [{ location: next, from: day(3), to: day(8) }],
    });
  });
});
