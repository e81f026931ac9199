import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const person = await lodge.make.student(site);
const CODE = { cancellation_code: 'data_entry_error' };

const book = async (location: string, contract_start: string, contract_end: string, more = {}): Promise<string> => {
  const stay = { location, contract_start, contract_end, ...more };
  const { status, body } = await owner.post('/bookings', { site: site.id, lead_person: person, ...stay });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body._id;
};
const change = (id: string, type: string, more = {}) =>
  owner.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'n', ...more });
const done = async (id: string, type: string, more = {}) => {
  const answer = await change(id, type, more);
  expect([type, answer.status, answer.body.detail]).toEqual([type, 200, undefined]);
  return answer.body.booking;
};
const patch = (id: string, body: object) => owner.patch(`/bookings/${id}`, { site: site.id, ...body });
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);
const GONE = 'planned_move_removed';

describe('a planned move of what is taken back', () => {
  /** A booking with a move to another room on 25 November. */
  const planned = async (status: 'checked_in' | 'confirmed') => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const id = await book(room, '2026-11-19', '2026-11-30', { status });
    const move = { site: site.id, location: next, on: '2026-11-25' };
    expect((await owner.post(`/bookings/${id}/moves`, move)).status).toBe(200);
    return { id, room, next };
  };
  const WAYS = [
    ['a check-out', 'checked_in', 'check_out', 'undo_check_out', {}],
    ['a cancellation', 'confirmed', 'cancel', 'reinstate', CODE],
    ['a no-show', 'confirmed', 'no_show', 'reinstate', {}],
  ] as const;

  test.each(WAYS)(
    'of %s returns, also when others have the first room after it',
    async (_, status, close, open, more) => {
      const { id, room, next } = await planned(status);
      await book(room, '2026-11-25', '2026-11-30');
      await done(id, close, more);
      const back = await done(id, open);
      expect(back).toMatchObject({ planned_move: { location: next, on: '2026-11-25' } });
      expect(codes(back)).not.toContain(GONE);
      expect(back.stays.map(({ location, to }: { location: string; to: string }) => [location, to])).toEqual([
        [room, '2026-11-25'],
        [next, '2026-11-30'],
      ]);
    },
  );

  test.each(WAYS)('of %s is gone with a warning when the other room is taken', async (_, status, close, open, more) => {
    const { id, room, next } = await planned(status);
    await done(id, close, more);
    await book(next, '2026-11-28', '2026-12-05');
    const back = await done(id, open);
    expect(back).toMatchObject({ planned_move: null, stays: [{ location: room, to: '2026-11-30' }] });
    expect(codes(back)).toContain(GONE);
    // It is gone for good: nothing brings it back later.
    await done(id, close, more);
    expect(codes(await done(id, open))).not.toContain(GONE);
  });

  test.each(WAYS)(
    'of %s is gone with a warning when the other room was closed',
    async (_, status, close, open, more) => {
      const { id, room, next } = await planned(status);
      await done(id, close, more);
      expect((await owner.patch(`/sites/${site.id}/locations/${next}`, { active: false })).status).toBe(200);
      const back = await done(id, open);
      expect(back).toMatchObject({ planned_move: null, stays: [{ location: room, to: '2026-11-30' }] });
      expect(codes(back)).toContain(GONE);
    },
  );

  test.each(WAYS)(
    'of %s is refused, and the text says by what, when both are taken',
    async (_, status, close, open, more) => {
      const { id, room, next } = await planned(status);
      await done(id, close, more);
      await book(next, '2026-11-28', '2026-12-05');
      await book(room, '2026-11-26', '2026-11-27');
      const refused = await change(id, open);
      expect(refused).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
      expect(refused.body.detail).toContain('from 2026-11-26 to 2026-11-27');
    },
  );

  test('is gone with a warning when the end is put before it', async () => {
    const { id } = await planned('checked_in');
    const shorter = await patch(id, { contract_end: '2026-11-24' });
    expect(codes(shorter.body)).toContain(GONE);
    const longer = await patch(id, { contract_end: '2026-11-30' });
    expect(codes(longer.body)).not.toContain(GONE);
    const kept = await planned('checked_in');
    expect(codes((await patch(kept.id, { contract_end: '2026-11-28' })).body)).not.toContain(GONE);
  });
});

describe('a check-out that is dated before a room move', () => {
  const NOON = 'T12:00:00Z';
  /** A resident since 15 November, who moved on the 17th and on the 19th, and is checked out as of the 16th. */
  const leftEarly = async () => {
    const rooms = [await lodge.make.room(site), await lodge.make.room(site), await lodge.make.room(site)] as const;
    const id = await book(rooms[0], '2026-11-15', '2026-12-01');
    await done(id, 'check_in', { occurred_at: `2026-11-15${NOON}` });
    for (const [location, on] of [
      [rooms[1], '2026-11-17'],
      [rooms[2], '2026-11-19'],
    ])
      // prettier-ignore
      expect((await owner.post(`/bookings/${id}/moves`, { site: site.id, location, on, notes: 'n' })).status).toBe(200);
    const stays = (await owner.get(`/bookings/${id}?site=${site.id}`)).body.stays;
    const left = await done(id, 'check_out', { occurred_at: `2026-11-16${NOON}` });
    expect(left.stays).toEqual([{ location: rooms[0], from: '2026-11-15', to: '2026-11-16', state: 'left' }]);
    return { id, rooms, stays };
  };

  test('returns the nights of every room when it is taken back', async () => {
    const { id, rooms, stays } = await leftEarly();
    expect(await done(id, 'undo_check_out')).toMatchObject({ stays });
    for (const [room, from] of [
      [rooms[0], '2026-11-16'],
      [rooms[1], '2026-11-18'],
      [rooms[2], '2026-11-20'],
    ]) {
      // prettier-ignore
      const range = `from=${from}&to=2026-11-21&location=${room}`;
      const { data } = (await owner.get(`/bookings?site=${site.id}&${range}`)).body;
      expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    }
  });

  test('returns them also when the stay was voided and reinstated in between', async () => {
    const { id, stays } = await leftEarly();
    await done(id, 'void', CODE);
    await done(id, 'reinstate');
    expect(await done(id, 'undo_check_out')).toMatchObject({ stays });
  });

  test.each([0, 1])('is not taken back when others have had room %s since', async (number) => {
    const { id, rooms } = await leftEarly();
    const other = await book(rooms[number] as string, number ? '2026-11-17' : '2026-11-16', '2026-11-18');
    const { body } = await owner.get(`/bookings/${id}?site=${site.id}`);
    const allowed = body.allowed_transitions.find(({ type }: { type: string }) => type === 'undo_check_out');
    expect(allowed).toMatchObject({ allowed: false, reasons: [{ code: 'room_retaken' }] });
    expect((await change(id, 'undo_check_out')).status).toBe(409);
    await done(other, 'cancel', CODE);
    await done(id, 'undo_check_out');
  });

  test('is not taken back into a room for two that has one place by now, and the person in it is named', async () => {
    const [room, next] = [await lodge.make.room(site, { capacity: 2 }), await lodge.make.room(site)];
    const ids = [await book(room, '2026-11-15', '2026-12-05'), await book(room, '2026-11-15', '2026-12-01')] as const;
    const [, id] = ids;
    for (const each of ids) await done(each, 'check_in', { occurred_at: `2026-11-15${NOON}` });
    expect((await owner.post(`/bookings/${id}/moves`, { site: site.id, location: next, on: '2026-11-19', notes: 'n' })).status).toBe(200); // prettier-ignore
    await done(id, 'check_out', { occurred_at: `2026-11-17${NOON}` });
    const holds = (capacity: number) => owner.patch(`/sites/${site.id}/locations/${room}`, { capacity });
    expect((await holds(1)).status).toBe(200);
    const { body } = await owner.get(`/bookings/${id}?site=${site.id}`);
    const allowed = body.allowed_transitions.find(({ type }: { type: string }) => type === 'undo_check_out');
    const reasons = [
      { code: 'room_retaken', message: expect.stringContaining('the booking from 2026-11-15 to 2026-12-05') },
    ];
    expect(allowed).toMatchObject({ allowed: false, reasons });
    expect((await change(id, 'undo_check_out')).status).toBe(409);
    await holds(2);
    await done(id, 'undo_check_out');
  });
});

describe('a check-out after the end of the contract, or some days before it', () => {
  test.each(['2026-11-15', '2026-11-20'])(
    'is taken back also when the next guest was to come on that day: contract until %s',
    async (end) => {
      const room = await lodge.make.room(site);
      const resident = await book(room, '2026-11-11', end);
      const early = end > '2026-11-18' ? [] : [await book(room, end, '2026-11-26')];
      await done(resident, 'check_in', { occurred_at: '2026-11-12T12:00:00Z' });
      await done(resident, 'check_out', { occurred_at: '2026-11-18T12:00:00Z' });
      const next = early[0] ?? (await book(room, '2026-11-18', '2026-11-26'));
      const staysOf = async (id: string) => (await owner.get(`/bookings/${id}?site=${site.id}`)).body.stays;
      expect(await staysOf(next)).toMatchObject([{ from: '2026-11-18', to: '2026-11-26', state: 'held' }]);
      const back = await done(resident, 'undo_check_out');
      expect(back.stays).toMatchObject([{ from: '2026-11-11', to: '2026-11-21', state: 'in_house' }]);
      expect(await findViolations(lodge)).toEqual([]);
      expect(await staysOf(next)).toMatchObject([{ from: '2026-11-21', to: '2026-11-26', state: 'held' }]);
      await done(resident, 'check_out');
      expect(await owner.get(`/bookings/${next}?site=${site.id}`)).toMatchObject({
        body: { occupied_from: '2026-11-21' },
      });
    },
  );

  test('is taken back on the last day of the contract without tonight, which stays free', async () => {
    const room = await lodge.make.room(site);
    const id = await book(room, '2026-11-11', '2026-11-21');
    await done(id, 'check_in', { occurred_at: '2026-11-12T12:00:00Z' });
    await done(id, 'check_out', { occurred_at: '2026-11-18T12:00:00Z' });
    await done(id, 'undo_check_out');
    const read = async (path: string) => (await owner.get(`/sites/${site.id}/${path}`)).body.data;
    const [{ entries }] = await read(`locations/${room}/calendar?from=2026-11-01&to=2026-12-24`);
    expect(entries).toMatchObject([{ from: '2026-11-11', to: '2026-11-21', state: 'in_house' }]);
    const offered = await read('availability?from=2026-11-21&to=2026-11-22');
    expect(offered.map(({ _id }: { _id: string }) => _id)).toContain(room);
    expect(await findViolations(lodge)).toEqual([]);
  });
});

describe('the return of a stay that was over', () => {
  const staysOf = async (id: string) => (await owner.get(`/bookings/${id}?site=${site.id}`)).body.stays;
  /** A stay from the 11th to the 16th that was voided; it is cleaned after for two days. */
  const voided = async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const room = await lodge.make.location(site.id, type, { parent_id: site.building });
    const over = await book(room, '2026-11-11', '2026-11-18');
    await done(over, 'check_in', { occurred_at: '2026-11-11T12:00:00Z' });
    await done(over, 'check_out', { occurred_at: '2026-11-16T12:00:00Z' });
    await done(over, 'void', CODE);
    return { room, over };
  };

  test.each([
    ['waits until then', '2026-11-13', [{ from: '2026-11-16', to: '2026-11-26', state: 'held' }]],
    ['is not cleaned for', '2026-11-17', [{ from: '2026-11-17', to: '2026-11-26', state: 'held' }]],
    ['is gone', '2026-11-12', []],
  ])('goes before a reservation that nobody used, which %s', async (_, from, stays) => {
    const { room, over } = await voided();
    const next = await book(room, from, stays.length > 0 ? '2026-11-26' : '2026-11-15');
    const { allowed_transitions: allowed } = (await owner.get(`/bookings/${over}?site=${site.id}`)).body;
    expect(allowed).toContainEqual(expect.objectContaining({ type: 'reinstate', allowed: true }));
    const back = await done(over, 'reinstate');
    expect(back).toMatchObject({
      status: 'checked_out',
      stays: [{ from: '2026-11-11', to: '2026-11-16', state: 'left' }],
    });
    expect(await staysOf(next)).toMatchObject(stays);
    expect((await staysOf(next)).length).toBe(stays.length);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('is refused when somebody else stayed there since, or the room was closed', async () => {
    const [{ room, over }, closed] = [await voided(), await voided()];
    await book(room, '2026-11-14', '2026-11-26', { status: 'checked_in' });
    const closure = { location: closed.room, from: '2026-11-13', to: '2026-11-14', kind: 'other' };
    expect((await owner.post(`/sites/${site.id}/closures`, closure)).status).toBe(200);
    for (const id of [over, closed.over]) {
      const { allowed_transitions: allowed } = (await owner.get(`/bookings/${id}?site=${site.id}`)).body;
      expect(allowed).toContainEqual(expect.objectContaining({ type: 'reinstate', allowed: false }));
      const of = id === over ? 'booking from 2026-11-14 to 2026-11-26' : 'closed from 2026-11-13 to 2026-11-14';
      expect(await change(id, 'reinstate')).toMatchObject({
        status: 409,
        body: { reasons: [{ code: 'has_conflict', message: expect.stringContaining(of) }] },
      });
    }
  });
});

describe('nights for cleaning that a type has got more of', () => {
  /** A booking that is followed by another after two nights for cleaning; then the type is cleaned for five. */
  const followed = async (start: string, end: string, next: string, status: string) => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const room = await lodge.make.location(site.id, type, { parent_id: site.building });
    const id = await book(room, start, end, { status });
    await book(room, next, '2026-12-20');
    await lodge.sql('UPDATE location_types SET turnaround_days = 5 WHERE id = $1', [type]);
    return id;
  };

  test('keep no stay from becoming shorter, and none from coming back', async () => {
    const resident = await followed('2026-11-18', '2026-11-26', '2026-11-28', 'checked_in');
    expect((await patch(resident, { contract_end: '2026-11-25' })).status).toBe(200);
    await done(resident, 'check_out');
    await done(resident, 'undo_check_out');
    const due = await followed('2026-11-21', '2026-11-26', '2026-11-28', 'confirmed');
    await done(due, 'check_in');
    await done(due, 'undo_check_in');
    await done(due, 'cancel', CODE);
    await done(due, 'reinstate');
    expect((await patch(due, { contract_start: '2026-11-22' })).status).toBe(200);
  });

  test('apply to a stay that becomes longer', async () => {
    const id = await followed('2026-11-18', '2026-11-26', '2026-11-30', 'checked_in');
    expect(await patch(id, { contract_end: '2026-11-27' })).toMatchObject({
      status: 409,
      body: { conflicts: [{ kind: 'turnaround' }] },
    });
  });

  test('do not apply to a room that is left before the nights which a longer stay gets in another one', async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const make = () => lodge.make.location(site.id, type, { parent_id: site.building });
    const [room, next] = [await make(), await make()];
    const id = await book(room, '2026-11-16', '2026-11-26', { status: 'checked_in' });
    expect((await owner.post(`/bookings/${id}/moves`, { site: site.id, location: next, on: '2026-11-23' })).status).toBe(200); // prettier-ignore
    await lodge.sql('UPDATE location_types SET turnaround_days = 5 WHERE id = $1', [type]);
    await book(room, '2026-11-25', '2026-11-27');
    const longer = await patch(id, { contract_end: '2026-11-27' });
    expect([longer.status, longer.body.detail]).toEqual([200, undefined]);
    expect(await lodge.sql('SELECT turnaround FROM occupancies WHERE booking_id = $1 ORDER BY segment', [id])).toEqual([
      { turnaround: 2 },
      { turnaround: 5 },
    ]);
  });
});

describe('nights for cleaning after a stay that is over', () => {
  /** Type cleaned for two nights; the stay was over on 21 November. */
  const over = async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const room = await lodge.make.location(site.id, type, { parent_id: site.building });
    const id = await book(room, '2026-11-16', '2026-11-30', { status: 'checked_in' });
    await done(id, 'check_out');
    return { id, room };
  };

  test('follow the number of its booking, or are refused by what is in the way', async () => {
    const { id, room } = await over();
    expect((await patch(id, { turnaround_days: 0 })).body).toMatchObject({ turnaround_days: 0 });
    const tonight = await book(room, '2026-11-21', '2026-11-22', { turnaround_days: 0 });
    expect(await patch(id, { turnaround_days: 1 })).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: tonight, kind: 'turnaround' }] },
    });
    await done(tonight, 'cancel', CODE);
    expect((await patch(id, { turnaround_days: 5 })).status).toBe(200);
    const stay = { site: site.id, lead_person: person, location: room, contract_end: '2026-11-27' };
    const early = await owner.post('/bookings', { ...stay, contract_start: '2026-11-25' });
    expect(early.body.conflicts).toMatchObject([{ booking_id: id, kind: 'turnaround' }]);
    // Without a number of its own, as its type says.
    expect((await patch(id, { turnaround_days: null })).status).toBe(200);
    expect((await owner.post('/bookings', { ...stay, contract_start: '2026-11-23' })).status).toBe(200);
  });

  test('are those of no booking that was called off', async () => {
    const id = await book(await lodge.make.room(site), '2026-11-25', '2026-12-01');
    await done(id, 'cancel', CODE);
    expect(await patch(id, { turnaround_days: 4 })).toMatchObject({ status: 409, body: { code: 'booking_closed' } });
  });
});

describe('what is in the way', () => {
  test('of a return is a location that is not active any more, unless the stay was over', async () => {
    const [room, other] = [await lodge.make.room(site), await lodge.make.room(site)];
    const due = await book(room, '2026-11-25', '2026-12-01');
    await done(due, 'cancel', CODE);
    const over = await book(other, '2026-11-15', '2026-11-25', { status: 'checked_in' });
    await done(over, 'check_out');
    await done(over, 'void', CODE);
    for (const each of [room, other])
      expect((await owner.patch(`/sites/${site.id}/locations/${each}`, { active: false })).status).toBe(200);
    expect(await change(due, 'reinstate')).toMatchObject({ status: 409, body: { reasons: [{ code: 'location_closed' }] } }); // prettier-ignore
    const { allowed_transitions: allowed } = (await owner.get(`/bookings/${due}?site=${site.id}`)).body;
    expect(allowed).toContainEqual(expect.objectContaining({ type: 'reinstate', allowed: false }));
    expect(await done(over, 'reinstate')).toMatchObject({ status: 'checked_out' });
  });

  test.each([
    ['the present room', '2026-11-21', '2026-11-30'],
    ['a room that was left', '2026-11-18', '2026-11-19'],
  ])(
    'of a check-out that is taken back is named with its dates: a resident, or who stayed in %s',
    async (where, from, to) => {
      const [first, second] = [await lodge.make.room(site), await lodge.make.room(site)];
      const id = await book(first, '2026-11-11', '2026-11-30');
      await done(id, 'check_in', { occurred_at: '2026-11-12T12:00:00Z' });
      const move = { site: site.id, location: second, on: '2026-11-19', notes: 'n' };
      expect((await owner.post(`/bookings/${id}/moves`, move)).status).toBe(200);
      await done(id, 'check_out', { occurred_at: '2026-11-18T12:00:00Z' });
      const isPresent = where === 'the present room';
      const rival = await book(isPresent ? second : first, from, to, isPresent ? { status: 'checked_in' } : {});
      if (!isPresent) {
        await done(rival, 'check_in', { occurred_at: `${from}T13:00:00Z` });
        await done(rival, 'check_out', { occurred_at: `${to}T12:00:00Z` });
      }
      const message = `Others have the place by now. It is the booking from ${from} to ${to}.`;
      expect(await change(id, 'undo_check_out')).toMatchObject({
        status: 409,
        body: { reasons: [{ code: 'room_retaken', message }] },
      });
    },
  );

  test('of a late entry is named when it is a closure', async () => {
    const room = await lodge.make.room(site);
    const id = await book(room, '2026-11-15', '2026-11-17');
    const closure = { location: room, from: '2026-11-18', to: '2026-11-20', kind: 'other' };
    expect((await owner.post(`/sites/${site.id}/closures`, closure)).status).toBe(200);
    const refused = await change(id, 'check_in', { occurred_at: '2026-11-15T12:00:00Z' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        reasons: [{ code: 'has_conflict', message: 'The place is closed from 2026-11-18 to 2026-11-20.' }],
      },
    });
  });

  test('of a change of the tree is named when it is a closure', async () => {
    const room = await lodge.make.room(site);
    const closure = { location: room, from: '2026-12-18', to: '2026-12-20', kind: 'other' };
    expect((await owner.post(`/sites/${site.id}/closures`, closure)).status).toBe(200);
    const house = await lodge.make.location(site.id, site.buildingType);
    const move = () => owner.patch(`/sites/${site.id}/locations/${room}`, { parent: house });
    expect((await move()).body).toMatchObject({ code: 'location_in_use', detail: expect.stringContaining('closure') });
    await book(room, '2026-12-01', '2026-12-02');
    expect((await move()).body).toMatchObject({ detail: expect.stringContaining('Live bookings') });
  });

  test('of a room that becomes one of a flat is named when it is a stay that is over', async () => {
    const flat = await lodge.make.room(site);
    await lodge.make.location(site.id, site.roomType, { parent_id: flat });
    const room = await lodge.make.room(site);
    const over = await book(room, '2026-11-16', '2026-11-25', { status: 'checked_in' });
    await done(over, 'check_out', { occurred_at: '2026-11-21T12:00:00Z' });
    await book(flat, '2026-11-18', '2026-11-30');
    const { body } = await owner.patch(`/sites/${site.id}/locations/${room}`, { parent: flat });
    expect(body).toMatchObject({
      code: 'location_in_use',
      detail: expect.stringContaining('but a stay that is over has it from 2026-11-16 to 2026-11-21.'),
    });
  });

  test('leaves the tables as they have to be', async () => {
    expect(await findViolations(lodge)).toEqual([]);
  });
});

describe('a check-out dated to the day on which a stay continued in the same room, before it moved on', () => {
  const at = (day: string) => ({ occurred_at: `${day}T11:00:00Z` });
  const move = async (id: string, location: string, on: string) =>
    expect((await owner.post(`/bookings/${id}/moves`, { site: site.id, location, on })).status).toBe(200);

  test.each(['another room and back', 'the flat around it'])(
    'is taken back: the room is not cleaned in between (%s)',
    async (way) => {
      const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
      const make = (parent_id: string) => lodge.make.location(site.id, type, { parent_id });
      const [flat, next] = [await make(site.building), await make(site.building)];
      const room = await make(flat);
      const id = await book(room, '2026-11-13', '2026-11-27');
      await done(id, 'check_in', at('2026-11-13'));
      if (way === 'the flat around it') await move(id, flat, '2026-11-19');
      else for (const each of [next, room]) await move(id, each, '2026-11-19');
      await move(id, next, '2026-11-20');
      const nights = async () => {
        const { body } = await owner.get(`/bookings/${id}?site=${site.id}`);
        return body.stays;
      };
      const before = await nights();
      await done(id, 'check_out', at('2026-11-19'));
      await done(id, 'undo_check_out');
      expect(await nights()).toEqual(before);
      expect(await findViolations(lodge)).toEqual([]);
    },
  );
});
