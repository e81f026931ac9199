import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  STATUSES,
  TRANSITION_TYPES,
  TRANSITIONS,
  type BookingStatus,
  type TransitionType,
} from '#libs/bookings/booking-status';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge, NOW } from '../../support/lodge.js';

const CODE = { cancellation_code: 'requested_by_student' };

describe('POST /bookings/{bookingId}/transitions', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let desk: Client;
  let manager: Client;
  let person: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());
  beforeEach(() => lodge.clock.set(NOW));

  interface Wanted {
    location?: string;
    status?: string;
    contract_start?: string;
    contract_end?: string | null;
    lead_person?: string;
    additional_people?: string[];
  }
  const book = async (wanted: Wanted = {}) => {
    const location = wanted.location ?? (await lodge.make.room(site));
    const answer = await manager.post('/bookings', {
      site: site.id,
      lead_person: person,
      contract_start: '2026-11-20',
      contract_end: '2027-06-30',
      ...wanted,
      location,
    });
    expect(answer.status).toBe(200);
    return answer.body as { _id: string; location: string; version: number };
  };
  const move = (id: string, type: TransitionType, more = {}, client = manager): Promise<Answer> =>
    client.post(`/bookings/${id}/transitions`, { site: site.id, type, ...more });
  const must = async (id: string, type: TransitionType, more = {}) => {
    const answer = await move(id, type, more);
    if (answer.status !== 200) throw new Error(`${type}: ${answer.text}`);
    return answer.body;
  };
  const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}`)).body;
  const occupancies = (id: string) =>
    lodge.sql<{ period: string; live: boolean; in_house: boolean }>(
      'SELECT period::text, live, in_house FROM occupancies WHERE booking_id = $1 ORDER BY segment, location_id',
      [id],
    );
  const codes = (answer: Answer) => answer.body.reasons?.map((reason: { code: string }) => reason.code);

  /** How to bring a fresh booking into each status. */
  const ROADS: Record<BookingStatus, (id: string) => Promise<unknown>> = {
    provisional: async () => undefined,
    confirmed: (id) => must(id, 'confirm'),
    checked_in: async (id) => (await must(id, 'confirm'), must(id, 'check_in')),
    checked_out: async (id) => (await must(id, 'confirm'), await must(id, 'check_in'), must(id, 'check_out')),
    cancelled: (id) => must(id, 'cancel', CODE),
    no_show: async (id) => (await must(id, 'confirm'), must(id, 'no_show')),
    void: (id) => must(id, 'void', CODE),
  };
  const inStatus = async (status: BookingStatus) => {
    const booking = await book({ status: 'provisional' });
    await ROADS[status](booking._id);
    return booking._id;
  };

  describe.each(STATUSES.map((status) => [status] as const))('from %s', (status) => {
    test.each(TRANSITION_TYPES.map((type) => [type] as const))('%s does what the table says', async (type) => {
      const id = await inStatus(status);
      const answer = await move(id, type, { ...CODE, notes: 'because' });
      const rule = TRANSITIONS[type];
      const starts =
        (rule.from as readonly string[]).includes(status) && !(type === 'check_in' && status === 'provisional');
      const offered = (await read(id)).allowed_transitions;
      expect(offered).toHaveLength(TRANSITION_TYPES.length);
      if (starts) {
        const to = rule.to === 'before' ? (status === 'no_show' ? 'confirmed' : 'provisional') : rule.to;
        expect(answer).toMatchObject({
          status: 200,
          body: {
            booking: { status: to },
            transaction: { type, from_status: status, to_status: to, notes: 'because' },
          },
        });
        const live = !['cancelled', 'no_show', 'void'].includes(to);
        expect((await occupancies(id)).map((each) => each.live)).toEqual([live]);
      } else {
        expect(answer).toMatchObject({
          status: 409,
          body: { code: 'transition_not_allowed', from: status, transition: type },
        });
        const expected =
          rule.to === status ? `already_${status}` : { check_in: 'not_confirmed', cancel: 'in_house' }[type as string];
        if (
          rule.to === status ||
          (type === 'check_in' && status === 'provisional') ||
          (type === 'cancel' && status === 'checked_in')
        ) {
          expect(codes(answer)).toEqual([expected]);
        }
        expect((await read(id)).status).toBe(status);
      }
    });

    test('allowed_transitions names exactly what then works', async () => {
      const id = await inStatus(status);
      const allowed = (await read(id)).allowed_transitions as {
        type: TransitionType;
        allowed: boolean;
        requires: string[];
      }[];
      for (const { type, allowed: may } of allowed) {
        const other = await inStatus(status);
        const answer = await move(other, type, { ...CODE, notes: 'because' });
        expect([type, answer.status === 200]).toEqual([type, may]);
      }
    });
  });

  describe('what allowed_transitions says of a way back', () => {
    const foretold = async (id: string, type: TransitionType) => {
      const { allowed_transitions } = (await read(id)) as {
        allowed_transitions: { type: string; allowed: boolean; reasons: { code: string }[] }[];
      };
      const told = allowed_transitions.find((each) => each.type === type);
      const answer = await move(id, type, { notes: 'because' });
      expect(codes(answer) ?? []).toEqual(told?.reasons.map(({ code }) => code));
      return [told?.allowed, answer.status];
    };

    test('a booking cannot be reinstated into a room where somebody lives by now', async () => {
      const { _id, location } = await book();
      await must(_id, 'cancel', CODE);
      await must((await book({ location }))._id, 'check_in');
      expect(await foretold(_id, 'reinstate')).toEqual([false, 409]);
    });

    test('nor into a location whose type is no longer allocated; a check-out there cannot be undone', async () => {
      const type = await lodge.make.locationType(site.id, { name: 'Suite' });
      const location = await lodge.make.location(site.id, type);
      const [left, gone] = [
        await book({ location, contract_end: '2026-11-22' }),
        await book({ location, contract_start: '2027-01-01' }),
      ];
      await must(left._id, 'check_in');
      await must(left._id, 'check_out');
      await must(gone._id, 'cancel', CODE);
      await lodge.sql('UPDATE location_types SET can_be_allocated_to_bookings = false WHERE id = $1', [type]);
      for (const [id, move] of [
        [left._id, 'undo_check_out'],
        [gone._id, 'reinstate'],
      ] as const) {
        expect((await read(id)).allowed_transitions).toContainEqual(
          expect.objectContaining({
            type: move,
            reasons: [expect.objectContaining({ code: 'location_not_allocatable' })],
          }),
        );
        expect(await foretold(id, move)).toEqual([false, 409]);
      }
    });

    test('nor a check-in be undone in a new room that another booking holds for nights before the move', async () => {
      const late = await book({ contract_start: '2026-11-16', contract_end: '2026-11-20' });
      const { _id } = await book({ contract_start: '2026-11-16' });
      await must(_id, 'check_in', { occurred_at: '2026-11-16T15:00:00Z' });
      expect((await manager.patch(`/bookings/${_id}`, { site: site.id, location: late.location })).status).toBe(200);
      expect(await foretold(_id, 'undo_check_in')).toEqual([false, 409]);
      await must(late._id, 'cancel', CODE);
      expect(await foretold(_id, 'undo_check_in')).toEqual([true, 200]);
    });
  });

  test('a check-in puts everybody into the room and marks it occupied', async () => {
    const friend = await lodge.make.student(site);
    const lead_person = await lodge.make.student(site);
    const { _id, location } = await book({ lead_person, additional_people: [friend] });
    const { booking } = await must(_id, 'check_in', { occurred_at: '2026-11-21T09:30:00' });
    expect(booking).toMatchObject({
      status: 'checked_in',
      phase: 'in_house',
      checked_in_at: '2026-11-21T09:30:00.000Z',
      version: 2,
    });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-20,2027-06-30)', live: true, in_house: true }]);
    const homes = await lodge.sql('SELECT location_id FROM students WHERE id = ANY($1)', [[friend, lead_person]]);
    expect(homes).toEqual([{ location_id: location }, { location_id: location }]);
  });

  test('a check-in before the start is refused, unless the site lets people in early; then the room is held from that day', async () => {
    const early = await book({ contract_start: '2026-11-23' });
    const refused = await move(early._id, 'check_in');
    expect(codes(refused)).toEqual(['before_start']);
    await lodge.sql('UPDATE sites SET early_check_in_days = 2 WHERE id = $1', [site.id]);
    const { booking } = await must(early._id, 'check_in');
    await lodge.sql('UPDATE sites SET early_check_in_days = 0 WHERE id = $1', [site.id]);
    expect(booking.occupied_from).toBe('2026-11-21');
    expect(await occupancies(early._id)).toEqual([{ period: '[2026-11-21,2027-06-30)', live: true, in_house: true }]);
  });

  test('a check-in after the end is refused', async () => {
    const { _id } = await book({ contract_start: '2026-11-01', contract_end: '2026-11-21' });
    expect(codes(await move(_id, 'check_in'))).toEqual(['after_end']);
  });

  test('a check-in into a room where somebody still lives is refused, and works when they have left', async () => {
    const stayer = await book({ contract_start: '2026-11-01', contract_end: '2026-11-20' });
    await must(stayer._id, 'check_in', { occurred_at: '2026-11-15T12:00:00Z' });
    expect((await read(stayer._id)).phase).toBe('overstay');
    const next = await book({ location: stayer.location, contract_start: '2026-11-21' });
    expect(codes(await move(next._id, 'check_in'))).toEqual(['room_occupied']);
    await must(stayer._id, 'check_out');
    await must(next._id, 'check_in');
  });

  test('a check-in into a closed room is refused', async () => {
    const { _id, location } = await book();
    await lodge.sql('UPDATE locations SET active = false WHERE id = $1', [location]);
    expect(codes(await move(_id, 'check_in'))).toEqual(['location_closed']);
  });

  test('a check-out frees the room from that day on', async () => {
    const { _id, location } = await book();
    await must(_id, 'check_in', { occurred_at: '2026-11-20T15:00:00Z' });
    const { booking } = await must(_id, 'check_out');
    expect(booking).toMatchObject({
      status: 'checked_out',
      phase: 'past',
      occupied_to: '2026-11-21',
      checked_out_at: NOW,
    });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-20,2026-11-21)', live: true, in_house: false }]);
    await book({ location, contract_start: '2026-11-21' });
  });

  test('an undone check-out is refused when others have the room by then', async () => {
    const { _id, location } = await book();
    await must(_id, 'check_in');
    await must(_id, 'check_out');
    const next = await book({ location, contract_start: '2027-01-01' });
    expect(codes(await move(_id, 'undo_check_out'))).toEqual(['room_retaken']);
    await must(next._id, 'cancel', CODE);
    const { booking } = await must(_id, 'undo_check_out');
    expect(booking).toMatchObject({ status: 'checked_in', checked_out_at: null, occupied_to: '2027-06-30' });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-20,2027-06-30)', live: true, in_house: true }]);
  });

  test('an undone check-in goes back to the contract', async () => {
    const { _id } = await book();
    await must(_id, 'check_in');
    const { booking } = await must(_id, 'undo_check_in');
    expect(booking).toMatchObject({ status: 'confirmed', checked_in_at: null, occupied_from: '2026-11-20' });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-20,2027-06-30)', live: true, in_house: false }]);
  });

  test.each([[1], [3]])(
    'a check-in can be undone after %i wrong check-outs were undone, as if they had never been',
    async (times) => {
      const { _id } = await book();
      await must(_id, 'check_in');
      for (let done = 0; done < times; done++) {
        await must(_id, 'check_out');
        expect(codes(await move(_id, 'undo_check_in'))).toEqual(['wrong_status']);
        await must(_id, 'undo_check_out');
      }
      const { booking } = await must(_id, 'undo_check_in');
      expect(booking).toMatchObject({
        status: 'confirmed',
        checked_in_at: null,
        checked_out_at: null,
        occupied_from: '2026-11-20',
      });
      expect(await occupancies(_id)).toEqual([{ period: '[2026-11-20,2027-06-30)', live: true, in_house: false }]);
    },
  );

  test('a check-in of long ago cannot be undone because a check-out of today was', async () => {
    const { _id } = await book();
    await must(_id, 'check_in');
    lodge.clock.set('2027-03-20T12:00:00.000Z');
    const later = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    for (const type of ['check_out', 'undo_check_out'] as const)
      expect((await move(_id, type, {}, later)).status).toBe(200);
    expect(codes(await move(_id, 'undo_check_in', {}, later))).toEqual(['window_passed']);
  });

  test('a no-show is known the day after, not on the day', async () => {
    const { _id } = await book({ contract_start: '2026-11-21' });
    expect(codes(await move(_id, 'no_show'))).toEqual(['too_early']);
    lodge.clock.set('2026-11-22T00:00:01.000Z');
    await must(_id, 'no_show');
  });

  test('a reinstated booking comes back as it was, unless the room is taken', async () => {
    const { _id, location } = await book();
    await must(_id, 'check_in');
    await must(_id, 'void', CODE);
    const rival = await book({ location });
    expect(codes(await move(_id, 'reinstate', { notes: 'entered twice' }))).toEqual(['has_conflict']);
    await must(rival._id, 'cancel', CODE);
    const { booking } = await must(_id, 'reinstate', { notes: 'entered twice' });
    expect(booking).toMatchObject({ status: 'confirmed', cancellation_code: null, checked_in_at: null });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-20,2027-06-30)', live: true, in_house: false }]);
  });

  test('what takes back is bound to the history window', async () => {
    const { _id } = await book();
    await must(_id, 'cancel', CODE);
    lodge.clock.set('2026-11-28T12:00:01.000Z');
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    expect(codes(await move(_id, 'reinstate', { notes: 'late' }))).toEqual(['window_passed']);
  });

  test.each([
    ['a cancellation without a code', 'cancel', {}, 'cancellation_code_required', '/cancellation_code'],
    [
      'the code other without a reason',
      'cancel',
      { cancellation_code: 'other' },
      'cancellation_code_required',
      '/cancellation_reason',
    ],
    [
      'a code that the site does not have',
      'cancel',
      { cancellation_code: 'bored' },
      'cancellation_code_unknown',
      '/cancellation_code',
    ],
    [
      'such a code where none is needed',
      'check_in',
      { cancellation_code: 'bored' },
      'cancellation_code_unknown',
      '/cancellation_code',
    ],
    [
      'a moment in the future',
      'check_in',
      { occurred_at: '2026-11-21T12:06:00Z' },
      'occurred_at_out_of_range',
      '/occurred_at',
    ],
  ] as const)('refuses %s with 422 and names the field', async (_, type, more, code, pointer) => {
    const { _id } = await book();
    expect(await move(_id, type, more)).toMatchObject({ status: 422, body: { code, errors: [{ pointer }] } });
    expect((await read(_id)).version).toBe(1);
  });

  test('a stay that was over and void by mistake is over again, with the nights that it had', async () => {
    const { _id, location } = await book({ status: 'checked_in' });
    const { booking: over } = await must(_id, 'check_out');
    await must(_id, 'void', CODE);
    await book({ location, contract_start: '2026-12-01', contract_end: '2026-12-10' });
    const { booking } = await must(_id, 'reinstate', { notes: 'the wrong one' });
    expect(booking).toEqual({ ...over, version: over.version + 2, updated_at: expect.any(String), allowed_transitions: expect.any(Array) }); // prettier-ignore
    expect(booking.cancellation_code).toBeFalsy();
    expect((await occupancies(_id)).map(({ live }) => live)).toEqual([true]);
  });

  test('a reinstatement needs notes', async () => {
    const { _id } = await book();
    await must(_id, 'cancel', CODE);
    expect(await move(_id, 'reinstate')).toMatchObject({ status: 400, body: { errors: [{ pointer: '/notes' }] } });
  });

  test('staff can write down the last week; managers any day, with notes; nobody before the previous move', async () => {
    const { _id } = await book({ contract_start: '2026-11-01' });
    const old = { occurred_at: '2026-11-02T12:00:00Z' };
    expect(await move(_id, 'check_in', { ...old, notes: 'late paper' }, desk)).toMatchObject({
      status: 422,
      body: { code: 'occurred_at_out_of_range' },
    });
    expect(await move(_id, 'check_in', old)).toMatchObject({ status: 422, body: { code: 'occurred_at_out_of_range' } });
    await must(_id, 'check_in', { ...old, notes: 'late paper' });
    expect(await move(_id, 'check_out', { occurred_at: '2026-11-02T11:59:00Z', notes: 'x' })).toMatchObject({
      status: 422,
    });
    await must(_id, 'check_out', { occurred_at: '2026-11-02T12:00:00Z', notes: 'same day' });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-01,2026-11-02)', live: true, in_house: false }]);
  });

  test('a departure that was written down too late is taken back, and written down again with the right day', async () => {
    const { _id } = await book({ contract_start: '2026-11-15' });
    await must(_id, 'check_in', { occurred_at: '2026-11-15T15:00:00Z' });
    await must(_id, 'check_out');
    await must(_id, 'undo_check_out');
    const early = { occurred_at: '2026-11-15T14:59:00Z' };
    expect(await move(_id, 'check_out', early)).toMatchObject({
      status: 422,
      body: { code: 'occurred_at_out_of_range' },
    });
    await must(_id, 'check_out', { occurred_at: '2026-11-18T10:00:00Z' });
    expect(await occupancies(_id)).toEqual([{ period: '[2026-11-15,2026-11-18)', live: true, in_house: false }]);
  });

  test('nobody leaves before the check-in, though the booking began with it', async () => {
    const { _id } = await book({ status: 'checked_in' });
    expect(await move(_id, 'check_out', { occurred_at: '2026-11-21T11:59:00Z' })).toMatchObject({
      status: 422,
      body: { code: 'occurred_at_out_of_range', errors: [{ pointer: '/occurred_at' }] },
    });
    await must(_id, 'check_out', { occurred_at: NOW });
  });

  test.each(['lead_person', 'additional_people'] as const)(
    'a booking whose %s is deleted does not come back to life',
    async (field) => {
      const gone = await lodge.make.student(site);
      const lead_person = await lodge.make.student(site);
      const people = field === 'lead_person' ? { lead_person: gone } : { lead_person, additional_people: [gone] };
      const { _id: cancelled } = await book(people);
      await must(cancelled, 'cancel', CODE);
      const { _id: over } = await book({ ...people, status: 'checked_in' });
      await must(over, 'check_out');
      const { _id: voided } = await book({ ...people, status: 'checked_in' });
      await must(voided, 'check_out');
      await must(voided, 'void', CODE);
      expect((await manager.delete(`/students/${site.id}/${gone}`)).status).toBe(200);
      for (const [id, type] of [
        [cancelled, 'reinstate'],
        [over, 'undo_check_out'],
      ] as const) {
        const offered = (await read(id)).allowed_transitions.find((each: { type: string }) => each.type === type);
        expect(offered).toMatchObject({ allowed: false, reasons: [{ code: 'person_deleted' }] });
        const refused = await move(id, type, { notes: 'x' });
        expect(refused).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
        expect(codes(refused)).toEqual(['person_deleted']);
      }
      expect((await must(voided, 'reinstate', { notes: 'x' })).booking.status).toBe('checked_out');
    },
  );

  test.each(['lead_person', 'additional_people'] as const)(
    'a booking whose %s is being deleted waits for that, and does not come back to life',
    async (field) => {
      const gone = await lodge.make.student(site);
      const { _id } = await book(field === 'lead_person' ? { lead_person: gone } : { additional_people: [gone] });
      await must(_id, 'cancel', CODE);
      const rival = await lodge.pool.connect();
      try {
        await rival.query('BEGIN');
        await rival.query('SELECT FROM students WHERE id = $1 FOR UPDATE', [gone]);
        await rival.query('UPDATE students SET deleted_at = now(), active = false WHERE id = $1', [gone]);
        const answer = move(_id, 'reinstate', { notes: 'x' });
        const isOver = answer.then(() => true);
        const waits = async () => (await lodge.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length > 0; // prettier-ignore
        while (!(await Promise.race([isOver, waits()])));
        await rival.query('COMMIT');
        expect(codes(await answer)).toEqual(['person_deleted']);
      } finally {
        rival.release();
      }
    },
  );

  test('reception may not void, nor undo what others did; nothing changes', async () => {
    const { _id } = await book();
    expect(await move(_id, 'void', CODE, desk)).toMatchObject({
      status: 403,
      body: { required_permission: 'booking.void' },
    });
    await must(_id, 'check_in');
    expect(await move(_id, 'undo_check_in', {}, desk)).toMatchObject({
      status: 403,
      body: { required_permission: 'booking.undo' },
    });
    const offered = (await desk.get(`/bookings/${_id}?site=${site.id}`)).body.allowed_transitions;
    expect(
      offered.filter((each: { allowed: boolean }) => each.allowed).map((each: { type: string }) => each.type),
    ).toEqual(['check_out']);
  });

  test('If-Match of an older version is refused', async () => {
    const { _id } = await book();
    const send = (etag: string) =>
      manager.post(`/bookings/${_id}/transitions`, { site: site.id, type: 'check_in' }, { 'if-match': etag });
    expect(await send('"7"')).toMatchObject({ status: 412, body: { code: 'version_mismatch', current_version: 1 } });
    expect(await send('"1"')).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  });

  test('the trail tells it all, in order, and the database lets nobody change it', async () => {
    const { _id } = await book();
    await must(_id, 'check_in', { notes: 'key 7' });
    await must(_id, 'check_out');
    const trail = await manager.get(`/bookings/${_id}/transactions?site=${site.id}`);
    expect(trail.body).toMatchObject({ total: 3, limit: 50, skip: 0 });
    expect(trail.body.data).toMatchObject([
      {
        sequence: 1,
        type: 'created',
        from_status: null,
        to_status: 'confirmed',
        actor: { type: 'user' },
        changes: expect.arrayContaining([{ field: 'contract_start', from: null, to: '2026-11-20' }]),
        caused_by: null,
      },
      {
        sequence: 2,
        type: 'check_in',
        from_status: 'confirmed',
        to_status: 'checked_in',
        notes: 'key 7',
        occurred_at: NOW,
      },
      { sequence: 3, type: 'check_out', from_status: 'checked_in', to_status: 'checked_out' },
    ]);
    for (const statement of [
      'UPDATE booking_transactions SET notes = NULL',
      'DELETE FROM booking_transactions',
      'TRUNCATE booking_transactions',
    ]) {
      await expect(lodge.sql(statement)).rejects.toThrow('append-only');
    }
  });

  test('a move without a time does not come before the one ahead of it, which may lie some minutes in the future', async () => {
    const { _id } = await book();
    await must(_id, 'check_in', { occurred_at: '2026-11-21T12:04:00Z' });
    const { booking, transaction } = await must(_id, 'check_out');
    expect(booking).toMatchObject({
      checked_in_at: '2026-11-21T12:04:00.000Z',
      checked_out_at: '2026-11-21T12:04:00.000Z',
    });
    expect(transaction).toMatchObject({ occurred_at: '2026-11-21T12:04:00.000Z', recorded_at: NOW });
    lodge.clock.set('2026-11-21T12:10:00.000Z');
    expect((await must(_id, 'undo_check_out')).transaction.occurred_at).toBe('2026-11-21T12:10:00.000Z');
  });

  test('who arrives after midnight is not in the way of the night before', async () => {
    const location = await lodge.make.room(site);
    await book({ location, contract_start: '2026-11-18', contract_end: '2026-11-22' });
    const { _id } = await book({ location, contract_start: '2026-11-22' });
    lodge.clock.set('2026-11-21T23:58:00Z');
    expect(await must(_id, 'check_in', { occurred_at: '2026-11-22T00:01:00Z' })).toMatchObject({
      booking: { status: 'checked_in', occupied_from: '2026-11-22' },
    });
  });

  test('an unknown booking, and one of another site, are not found', async () => {
    const other = await lodge.make.site();
    const { _id } = await book();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const elsewhere = await owner.post(`/bookings/${_id}/transitions`, { site: other.id, type: 'check_in' });
    expect(elsewhere.status).toBe(404);
    expect((await move('01999999-9999-7999-9999-999999999999', 'check_in')).status).toBe(404);
    expect((await move('nonsense', 'check_in')).status).toBe(404);
  });
});
