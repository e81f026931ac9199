import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';

describe('bulk', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let person: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const bulk = (assignments: object[], more: object = {}, client = manager): Promise<Answer> =>
    client.post('/bookings/bulk', {
      site: site.id,
      contract_start: '2027-01-01',
      contract_end: '2027-02-01',
      assignments,
      ...more,
    });
  const row = (location_id: string, more: object = {}) => ({ person_id: person, location_id, ...more });
  const book = async (location: string, more: object = {}): Promise<string> => {
    const stay = { contract_start: '2027-01-10', contract_end: '2027-01-20' };
    const body = { site: site.id, lead_person: person, location, ...stay, ...more };
    return (await manager.post('/bookings', body)).body._id;
  };
  const bookings = () => lodge.sql('SELECT id, status FROM bookings WHERE site_id = $1', [site.id]);
  const outcomes = (answer: Answer) => answer.body.results.map(({ outcome }: { outcome: string }) => outcome);

  test('books every row in the order sent, with the flags, notes and people that it was given', async () => {
    const rooms = await Promise.all([1, 2, 3].map(() => lodge.make.room(site)));
    const [flag, other] = [await lodge.make.listEntry('flags', site.id), await lodge.make.student(site)];
    const answer = await bulk(
      rooms.map((room, index) => row(room, index === 1 ? { additional_people: [other] } : {})),
      { flags: [flag], notes: 'Key at the gate' },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.block_booking).toBeNull();
    expect(answer.body.summary).toEqual({ requested: 3, created: 3, failed: 0, rolled_back: 0 });
    expect(answer.body.results.map(({ booking }: { booking: { location: string } }) => booking.location)).toEqual(
      rooms,
    );
    const [, second] = answer.body.results;
    expect(second).toMatchObject({ index: 1, outcome: 'created', overridden_booking_id: null, error: null });
    const read = await manager.get(`/bookings/${second.booking._id}?site=${site.id}&include=transactions`);
    const {
      allowed_transitions: _allowed,
      stays: _stays,
      planned_move: _move,
      warnings,
      expanded,
      ...stored
    } = read.body;
    expect(second.booking).toEqual(stored);
    expect(second.warnings).toEqual(warnings);
    expect(stored).toMatchObject({
      additional_people: [other],
      flags: [flag],
      notes: 'Key at the gate',
      source: 'bulk',
    });
    expect(expanded.transactions).toMatchObject([{ type: 'created', caused_by: { kind: 'bulk' } }]);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('says of each failed row why, and books the others', async () => {
    const [taken, free, closed] = [
      await lodge.make.room(site),
      await lodge.make.room(site),
      await lodge.make.room(site, { active: false }),
    ];
    const conflict = await book(taken);
    const elsewhere = await lodge.make.site();
    const foreign = await lodge.make.room(elsewhere);
    const answer = await bulk([
      row(taken),
      row(free),
      row(closed),
      row(foreign),
      row('nonsense', { additional_people: ['no-one'] }),
      row(free, { additional_people: [person] }),
      row(site.building),
    ]);
    expect(outcomes(answer)).toEqual(['failed', 'created', 'failed', 'failed', 'failed', 'failed', 'failed']);
    const errors = answer.body.results.map(({ error }: { error: { code: string } | null }) => error?.code ?? null);
    expect(errors).toEqual([
      'booking_conflict',
      null,
      'location_not_allocatable',
      'unknown_reference',
      'unknown_reference',
      'validation_failed',
      'location_not_allocatable',
    ]);
    expect(answer.body.results[0].error).toMatchObject({
      status: 409,
      conflicts: [{ booking_id: conflict, kind: 'booking', override_actions: ['void'] }],
    });
    expect(answer.body.results[4].error.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/assignments/4/additional_people/0',
      '/assignments/4/location_id',
    ]);
    expect(await bookings()).toHaveLength(2);
  });

  test('of two rows for one place the later fails and names the earlier', async () => {
    const [room, pair] = [await lodge.make.room(site), await lodge.make.room(site, { capacity: 2 })];
    const flat = await lodge.make.room(site);
    const inside = await lodge.make.room(site, { parent_id: flat });
    const answer = await bulk([row(room), row(room), row(pair), row(pair), row(pair), row(inside), row(flat)]);
    expect(outcomes(answer)).toEqual(['created', 'failed', 'created', 'created', 'failed', 'created', 'failed']);
    const clashes = answer.body.results.map(
      ({ error }: { error: { conflicts_with_index: number } | null }) => error?.conflicts_with_index ?? null,
    );
    expect(clashes).toEqual([null, 0, null, null, 2, null, 5]);
    expect(answer.body.results[1].error.conflicts).toEqual([]);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('atomic books all rows or none, and says which row stood against it', async () => {
    const [taken, free] = [await lodge.make.room(site), await lodge.make.room(site)];
    await book(taken);
    const block = { name: 'Summer school' };
    const answer = await bulk([row(free), row(taken)], { atomic: true, block });
    expect(answer.status).toBe(200);
    expect(answer.body.summary).toEqual({ requested: 2, created: 0, failed: 1, rolled_back: 1 });
    expect(answer.body.block_booking).toBeNull();
    expect(answer.body.results[0]).toEqual({
      index: 0,
      outcome: 'rolled_back',
      booking: null,
      warnings: [],
      waiting: [],
      overridden_booking_id: null,
      error: null,
    });
    expect(await bookings()).toHaveLength(1);
    expect(await lodge.sql('SELECT FROM block_bookings WHERE site_id = $1', [site.id])).toHaveLength(0);
    expect((await bulk([row(free)], { atomic: true, block })).body.summary.created).toBe(1);
  });

  test('a block exists only if a row succeeds; it is listed, counted, found and filtered by', async () => {
    const [room, other] = [await lodge.make.room(site), await lodge.make.room(site)];
    const block = { name: 'Örebro exchange', notes: 'Invoice to the faculty' };
    const made = await bulk([row(room), row(other)], { block });
    const { _id } = made.body.block_booking;
    expect(made.body.block_booking).toEqual({ _id, ...block });
    expect(made.body.results[0].booking.block_booking).toBe(_id);
    const none = await bulk([row(room)], { block: { name: 'Too late' } });
    expect(none.body.block_booking).toBeNull();
    await manager.post(`/bookings/${made.body.results[1].booking._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'requested_by_student',
    });
    const listed = await manager.get(`/block-bookings?site=${site.id}`);
    expect(listed.body).toMatchObject({ total: 1, limit: 50, skip: 0 });
    expect(listed.body.data[0]).toMatchObject({
      _id,
      ...block,
      counts: { confirmed: 1, cancelled: 1, checked_in: 0, void: 0 },
    });
    expect((await manager.get(`/block-bookings/${_id}?site=${site.id}`)).body).toEqual(listed.body.data[0]);
    const found = await manager.get(`/bookings?site=${site.id}&block_booking=${_id}`);
    expect(found.body.total).toBe(2);
    expect((await manager.get(`/bookings?site=${site.id}&q=orebro`)).body.total).toBe(2);
    const stranger = await lodge.make.site();
    const elsewhere = await lodge.logIn((await lodge.make.user({ roles: { [stranger.id]: 'admin' } })).email);
    expect((await elsewhere.get(`/block-bookings/${_id}?site=${stranger.id}`)).status).toBe(404);
    expect((await elsewhere.get(`/block-bookings/${_id}?site=${site.id}`)).status).toBe(404);
  });

  test('an id is the same in capitals, and so comes twice', async () => {
    const [flag, other] = [await lodge.make.listEntry('flags', site.id), await lodge.make.student(site)];
    const room = await lodge.make.room(site);
    expect(await bulk([row(room)], { flags: [flag, flag.toUpperCase()] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/flags' }] },
    });
    expect(await bulk([row(room, { additional_people: [other, other.toUpperCase()] })])).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/assignments/0/additional_people' }] },
    });
    expect(await bookings()).toEqual([]);
  });

  describe('override', () => {
    const over = (id: string, more: object = {}) => ({
      override: { conflict_booking_id: id, action: 'void', cancellation_code: 'data_entry_error', ...more },
    });

    test('of a row takes exactly the named booking out of the way, and the trails point at each other', async () => {
      const room = await lodge.make.room(site);
      const conflict = await book(room);
      const answer = await bulk([row(room, over(conflict))]);
      expect(answer.body.results[0]).toMatchObject({ outcome: 'created', overridden_booking_id: conflict });
      const { _id } = answer.body.results[0].booking;
      const trailOf = async (id: string) =>
        (await manager.get(`/bookings/${id}/transactions?site=${site.id}`)).body.data.at(-1).caused_by;
      expect(await trailOf(conflict)).toEqual({ kind: 'override', id: _id });
      expect(await trailOf(_id)).toEqual({ kind: 'override', id: conflict });
      expect(await findViolations(lodge)).toEqual([]);
    });

    test('that does not lead to the new booking changes nothing', async () => {
      const room = await lodge.make.room(site);
      const [first, second] = [
        await book(room),
        await book(room, { contract_start: '2027-01-20', contract_end: '2027-01-25' }),
      ];
      const elsewhere = await book(await lodge.make.room(site));
      const foreign = await lodge.make.site();
      const [{ id: stranger }] = (await lodge.sql(
        `INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from,
           segment_from, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', '2027-01-10', '2027-01-20', '2027-01-10', '2027-01-10', now(), now())
         RETURNING id`,
        [foreign.id, await lodge.make.student(foreign), await lodge.make.room(foreign)],
      )) as [{ id: string }];
      const answer = await bulk([
        row(room, over(first)),
        row(room, over(elsewhere)),
        row(room, over(stranger)),
        row(room, over('nonsense')),
        row(room, over(first, { action: 'check_out' })),
        row(room, over(second, { cancellation_code: 'no_such_code' })),
      ]);
      const errors = answer.body.results.map(({ error }: { error: { code: string } }) => error.code);
      expect(errors).toEqual([
        'booking_conflict',
        'override_not_applicable',
        'override_not_applicable',
        'override_not_applicable',
        'override_not_applicable',
        'cancellation_code_unknown',
      ]);
      const blockers = answer.body.results[0].error.conflicts.map((each: { booking_id: string }) => each.booking_id);
      expect(blockers).toEqual([first, second]);
      const statuses = await lodge.sql('SELECT DISTINCT status FROM bookings');
      expect(statuses).toEqual(expect.arrayContaining([{ status: 'confirmed' }]));
      expect(
        await lodge.sql(`SELECT FROM bookings WHERE id = ANY($1) AND version <> 1`, [
          [first, second, elsewhere, stranger],
        ]),
      ).toEqual([]);
      await lodge.sql('DELETE FROM bookings WHERE id = $1', [stranger]);
      expect(await findViolations(lodge)).toEqual([]);
    });

    test('that is refused points into its row; with the code other it needs a reason, and keeps it', async () => {
      const room = await lodge.make.room(site);
      const conflict = await book(room);
      for (const [fault, pointer] of [
        [{ cancellation_code: 'no_such_code' }, 'cancellation_code'],
        [{ cancellation_code: undefined }, 'cancellation_code'],
        [{ cancellation_code: 'other' }, 'cancellation_reason'],
        [{ action: 'check_out' }, 'conflict_booking_id'],
      ] as const) {
        const { results } = (await bulk([row('attic'), row(room, over(conflict, fault))])).body;
        expect(results[1].error.errors).toMatchObject([{ pointer: `/assignments/1/override/${pointer}` }]);
      }
      const other = { cancellation_code: 'other', cancellation_reason: 'The roof leaks' };
      expect(outcomes(await bulk([row(room, over(conflict, other))]))).toEqual(['created']);
      expect((await manager.get(`/bookings/${conflict}?site=${site.id}`)).body).toMatchObject({
        status: 'void',
        ...other,
      });
    });

    test('runs in the order of the rows: a plain row before it fails, one after it finds the place taken', async () => {
      const room = await lodge.make.room(site);
      const conflict = await book(room);
      const answer = await bulk([row(room), row(room, over(conflict)), row(room)]);
      expect(outcomes(answer)).toEqual(['failed', 'created', 'failed']);
      expect(answer.body.results[0].error.conflicts_with_index).toBe(1);
      expect(answer.body.results[2].error.conflicts_with_index).toBe(1);
    });
  });

  test('is for managers, at most 1,000 rows, and none', async () => {
    const reception = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    const room = await lodge.make.room(site);
    expect((await bulk([row(room)], {}, reception)).body.required_permission).toBe('booking.bulk');
    expect((await bulk([])).body.errors).toMatchObject([{ pointer: '/assignments' }]);
    const many = await bulk(Array.from({ length: 1_001 }, () => row(room)));
    expect(many.status).toBe(400);
    expect((await bulk([row(room)], { contract_end: '2026-01-01' })).body.code).toBe('invalid_date_range');
    const flags = await bulk([row(room)], { flags: ['0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a'] });
    expect(flags.body.errors).toMatchObject([{ pointer: '/flags/0', code: 'unknown_reference' }]);
  });

  test('sends as many statements for a thousand rows as for two', async () => {
    const rooms = await Promise.all(Array.from({ length: 1_000 }, () => lodge.make.room(site)));
    const [conflicts, free] = [rooms.slice(0, 100), rooms.slice(100)];
    await bulk(
      conflicts.map((room) => row(room)),
      { contract_start: '2027-01-05' },
    );
    const statements = async (work: () => Promise<Answer>) => {
      let sent = 0;
      const { Client: Connection } = (await import('pg')).default;
      const original = Connection.prototype.query;
      Connection.prototype.query = function counted(this: object, ...args: unknown[]) {
        // The watch over connections asks when an answer takes long, as on a busy machine.
        if (!String(args[0]).includes('pg_stat_activity')) sent++;
        return (original as (...all: unknown[]) => unknown).apply(this, args);
      } as typeof original;
      const answer = await work().finally(() => (Connection.prototype.query = original));
      return { answer, sent };
    };
    const few = await statements(() =>
      bulk([row(conflicts[0] ?? ''), row(free[0] ?? '')], { contract_start: '2027-01-04' }),
    );
    const many = await statements(() => bulk([...conflicts, ...free.slice(1)].map((room) => row(room))));
    expect(few.answer.body.summary).toMatchObject({ created: 1, failed: 1 });
    expect(many.answer.body.summary).toMatchObject({ created: 899, failed: 100 });
    expect(many.sent).toBe(few.sent);
    expect(many.sent).toBeLessThan(20);
  });

  test('twenty clients with the same rooms in random order: each room goes once, and nobody deadlocks', async () => {
    const rooms = await Promise.all(Array.from({ length: 60 }, () => lodge.make.room(site)));
    const flat = await lodge.make.room(site);
    await lodge.make.room(site, { parent_id: flat });
    const counters = async () =>
      (
        await lodge.sql<{ deadlocks: string }>(
          'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
        )
      )[0];
    const before = await counters();
    const shuffled = () => [...rooms, flat].map((room) => ({ room, at: Math.random() })).sort((a, b) => a.at - b.at);
    const answers = await rush(60, 20, (index) =>
      bulk(
        shuffled().map(({ room }) => row(room)),
        {},
        manager.on(lodge.instances[index % 2] ?? lodge.instance),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    expect(answers.reduce((sum, { body }) => sum + body.summary.created, 0)).toBe(61);
    expect(await counters()).toEqual(before);
    expect(await findViolations(lodge)).toEqual([]);
  });

  describe('transitions', () => {
    const move = (transitions: object[], more: object = {}, client = manager) =>
      client.post('/bookings/transitions/bulk', { site: site.id, transitions, ...more });
    const today = { contract_start: '2026-11-21', contract_end: '2026-12-21' };

    test('move each booking on its own, in the order sent', async () => {
      const [one, other] = [await book(await lodge.make.room(site), today), await book(await lodge.make.room(site))];
      const answer = await move([
        { booking_id: one, type: 'check_in' },
        { booking_id: other, type: 'check_in' },
        { booking_id: '0196f0a4-7c1e-7b1a-9a3e-1f6f3c2d4b5a', type: 'cancel', cancellation_code: 'other' },
        { booking_id: 'nonsense', type: 'no_show' },
      ]);
      expect(outcomes(answer)).toEqual(['transitioned', 'failed', 'failed', 'failed']);
      expect(answer.body.summary).toEqual({ requested: 4, transitioned: 1, failed: 3, rolled_back: 0 });
      expect(answer.body.results[0]).toMatchObject({
        booking_id: one,
        booking: { status: 'checked_in', version: 2 },
        transaction: { type: 'check_in', sequence: 2 },
        error: null,
      });
      expect(answer.body.results[1].error).toMatchObject({
        code: 'transition_not_allowed',
        reasons: [{ code: 'before_start' }],
      });
      expect(answer.body.results.slice(2).map(({ error }: { error: { code: string } }) => error.code)).toEqual([
        'not_found',
        'not_found',
      ]);
      expect(await findViolations(lodge)).toEqual([]);
    });

    test('check a resident out and the next one in, whatever their order in the request', async () => {
      const room = await lodge.make.room(site);
      const leaving = await book(room, {
        contract_start: '2026-11-01',
        contract_end: '2026-11-21',
        status: 'confirmed',
      });
      const at = { occurred_at: '2026-11-18T10:00:00', notes: 'on time' };
      expect((await move([{ booking_id: leaving, type: 'check_in', ...at }])).body.summary.transitioned).toBe(1);
      const arriving = await book(room, today);
      const answer = await move([
        { booking_id: arriving, type: 'check_in' },
        { booking_id: leaving, type: 'check_out' },
      ]);
      expect(outcomes(answer)).toEqual(['transitioned', 'transitioned']);
      // And back, in one request as well.
      for (const order of [0, 1]) {
        const undo = [
          { booking_id: leaving, type: 'undo_check_out' },
          { booking_id: arriving, type: 'undo_check_in' },
        ];
        const back = await move(order === 0 ? undo : undo.reverse(), { atomic: true });
        expect([order, ...outcomes(back)]).toEqual([order, 'transitioned', 'transitioned']);
        const again = { booking_id: leaving, type: 'check_out' };
        expect(outcomes(await move([again, { booking_id: arriving, type: 'check_in' }]))[1]).toBe('transitioned');
      }
      expect(await findViolations(lodge)).toEqual([]);
    });

    test('atomic: none moves when one cannot', async () => {
      const [one, other] = [await book(await lodge.make.room(site), today), await book(await lodge.make.room(site))];
      const answer = await move(
        [
          { booking_id: one, type: 'check_in' },
          { booking_id: other, type: 'check_in' },
        ],
        { atomic: true },
      );
      expect(outcomes(answer)).toEqual(['rolled_back', 'failed']);
      expect(answer.body.results[0]).toMatchObject({ booking: null, transaction: null });
      expect(await bookings()).toEqual(expect.arrayContaining([{ id: one, status: 'confirmed' }]));
    });

    test('need the permission of each row, and name a booking once', async () => {
      const reception = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
      const one = await book(await lodge.make.room(site), today);
      const voided = await move(
        [{ booking_id: one, type: 'void', cancellation_code: 'data_entry_error' }],
        {},
        reception,
      );
      expect(voided.body.results[0].error).toMatchObject({ code: 'forbidden', required_permission: 'booking.void' });
      const twice = await move([
        { booking_id: one, type: 'check_in' },
        { booking_id: one.toUpperCase(), type: 'check_out' },
      ]);
      expect(twice.body.errors).toMatchObject([{ pointer: '/transitions/1/booking_id' }]);
      const stale = await move([{ booking_id: one, type: 'check_in', version: 9 }]);
      expect(stale.body.results[0].error).toMatchObject({ code: 'version_mismatch', current_version: 1 });
    });

    test('a fault points into its row', async () => {
      const [one, other] = [await book(await lodge.make.room(site)), await book(await lodge.make.room(site))];
      const { body } = await move([
        { booking_id: one, type: 'confirm' },
        { booking_id: other, type: 'cancel' },
      ]);
      expect(body.results[1].error.errors).toMatchObject([{ pointer: '/transitions/1/cancellation_code' }]);
    });

    test('of two requests that check the same bookings in, each booking moves once', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, async () => book(await lodge.make.room(site), today)));
      const answers = await rush(10, 10, (index) =>
        move(
          [...ids].sort(() => Math.random() - 0.5).map((booking_id) => ({ booking_id, type: 'check_in' })),
          {},
          manager.on(lodge.instances[index % 2] ?? lodge.instance),
        ),
      );
      expect(answers.reduce((sum, { body }) => sum + body.summary.transitioned, 0)).toBe(20);
      expect(await findViolations(lodge)).toEqual([]);
    });
  });
});
