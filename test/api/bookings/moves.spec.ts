import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge, NOW } from '../../support/lodge.js';

// It is noon of 21 November 2026.
describe('POST /bookings/{bookingId}/moves', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let email: string;
  let manager: Client;
  let desk: Client;
  let person: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    email = (await lodge.make.user({ roles: { [site.id]: 'manager' } })).email;
    manager = await lodge.logIn(email);
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    person = await lodge.make.student(site);
  });
  afterAll(async () => {
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  });

  const rooms = (count: number) => Promise.all(Array.from({ length: count }, () => lodge.make.room(site)));
  const ask = (location: string, from: string, to: string | null, client = manager): Promise<Answer> =>
    client.post('/bookings', { site: site.id, lead_person: person, location, contract_start: from, contract_end: to });
  const book = async (location: string, from: string, to: string | null): Promise<string> => {
    const answer = await ask(location, from, to);
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return answer.body._id;
  };
  const change = async (id: string, type: string, on?: string): Promise<Answer> => {
    const at = on && { occurred_at: `${on}T12:00:00Z` };
    const answer = await manager.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'then', ...at });
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return answer;
  };
  /** Somebody who lives in a room since a day, until another. */
  const resident = async (room: string, from: string, to: string | null): Promise<string> => {
    const id = await book(room, from, to);
    await change(id, 'check_in', from);
    return id;
  };
  const move = (id: string, location: string, on?: string, more: object = {}, client = manager): Promise<Answer> =>
    client.post(`/bookings/${id}/moves`, { site: site.id, location, on, ...more });
  const cancel = (id: string) => manager.delete(`/bookings/${id}/moves?site=${site.id}`);
  const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}&include=transactions`)).body;
  /** The bookings of residents who are late to leave the places of a booking, as its warnings say. */
  const residentsInPlacesOf = ({ warnings }: { warnings: { code: string; booking_ids: string[] }[] }): string[] =>
    warnings.filter(({ code }) => code === 'overstay_in_place').flatMap(({ booking_ids }) => booking_ids);
  const held = (location: string, from: string, to: string | null, state = 'held') => ({ location, from, to, state });

  test('of a past day is known on that day, also if the check-in was recorded after it', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const stay = { location: old, contract_start: '2026-11-16', contract_end: '2026-12-01', status: 'checked_in' };
    const { body } = await manager.post('/bookings', { site: site.id, lead_person: person, ...stay });
    expect((await move(body._id, next, '2026-11-19')).status).toBe(200);
    const stays = [held(old, '2026-11-16', '2026-11-19', 'left'), held(next, '2026-11-19', '2026-12-01', 'in_house')];
    expect((await read(body._id)).stays).toEqual(stays);
    const known = await manager.get(`/bookings/${body._id}?site=${site.id}&as_of=${NOW}`);
    expect(known.body.stays).toEqual(stays);
  });

  test('holds the old room until a day to come and the other from that day', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const id = await resident(old, '2026-11-16', '2027-06-30');
    const { status, body } = await move(id, next, '2026-12-01');
    expect([status, body.location, body.planned_move]).toEqual([200, old, { location: next, on: '2026-12-01' }]);
    const stays = [held(old, '2026-11-16', '2026-12-01', 'in_house'), held(next, '2026-12-01', '2027-06-30')];
    expect(body.stays).toEqual(stays);
    expect((await read(id)).expanded.transactions.at(-1)).toMatchObject({
      type: 'updated',
      changes: [{ field: 'planned_move', from: null, to: { location: next, from: '2026-12-01' } }],
    });
    for (const [room, from, to, expected] of [
      [old, '2026-11-30', '2026-12-02', 409],
      [next, '2026-11-25', '2026-12-02', 409],
      [next, '2027-06-29', null, 409],
      [old, '2026-12-01', '2027-01-01', 200],
      [next, '2026-11-22', '2026-12-01', 200],
    ] as const)
      expect([room, from, (await ask(room, from, to)).status]).toEqual([room, from, expected]);
    const listed = (await manager.get(`/bookings?site=${site.id}&from=2026-12-01&to=2027-02-01&location=${next}`)).body;
    expect(listed.data.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
  });

  test('replaces a move that was planned before, and gives back what that held', async () => {
    const [old, next, third] = (await rooms(3)) as [string, string, string];
    const id = await resident(old, '2026-11-20', '2027-06-30');
    await move(id, next, '2026-12-01');
    expect((await move(id, third, '2027-01-01')).body.stays).toEqual([
      held(old, '2026-11-20', '2027-01-01', 'in_house'),
      held(third, '2027-01-01', '2027-06-30'),
    ]);
    await book(next, '2026-12-01', '2027-06-30');
    // Back to the room that was planned first: others have it by now.
    const refused = await move(id, next, '2026-12-15');
    expect([refused.status, refused.body.code]).toEqual([409, 'booking_conflict']);
    expect((await read(id)).planned_move).toEqual({ location: third, on: '2027-01-01' });
  });

  test('can be cancelled while nobody else has the old room after that day', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const id = await resident(old, '2026-11-20', '2027-06-30');
    expect((await cancel(id)).status).toBe(404);
    await move(id, next, '2026-12-01');
    const rival = await book(old, '2027-02-01', '2027-03-01');
    const refused = await cancel(id);
    expect(refused).toMatchObject({ status: 409, body: { conflicts: [{ booking_id: rival }] } });
    expect((await read(id)).planned_move).not.toBeNull();
    await manager.post(`/bookings/${rival}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    const { status, body } = await cancel(id);
    expect([status, body.planned_move, body.stays]).toEqual([
      200,
      null,
      [held(old, '2026-11-20', '2027-06-30', 'in_house')],
    ]);
    await book(next, '2026-12-01', '2027-06-30');
  });

  test('of today ends the old stay, also on the day for which it was planned', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const id = await resident(old, '2026-11-19', '2027-06-30');
    await move(id, next, '2026-11-24');
    lodge.clock.set('2026-11-25T12:00:00Z');
    try {
      const later = await lodge.logIn(email);
      // Nobody has said yet that the guest has moved: both rooms are kept.
      const before = (await later.get(`/bookings/${id}?site=${site.id}`)).body;
      expect(before.stays[0]).toEqual(held(old, '2026-11-19', '2026-11-26', 'in_house'));
      const { status, body } = await move(id, next, '2026-11-24', {}, later);
      expect([status, body.location, body.planned_move]).toEqual([200, next, null]);
      expect(body.stays).toEqual([
        held(old, '2026-11-19', '2026-11-24', 'left'),
        held(next, '2026-11-24', '2027-06-30', 'in_house'),
      ]);
    } finally {
      lodge.clock.set(NOW);
    }
  });

  test('of a day that is over gives the nights since to the other room, unless somebody stayed there', async () => {
    const [old, next, taken] = (await rooms(3)) as [string, string, string];
    const id = await resident(old, '2026-11-15', '2027-06-30');
    const guest = await resident(taken, '2026-11-16', '2026-11-20');
    await change(guest, 'check_out', '2026-11-20');
    const refused = await move(id, taken, '2026-11-19');
    expect(refused).toMatchObject({ status: 409, body: { conflicts: [{ booking_id: guest, kind: 'stay' }] } });
    const { status, body } = await move(id, next, '2026-11-18');
    expect([status, body.stays]).toEqual([
      200,
      [held(old, '2026-11-15', '2026-11-18', 'left'), held(next, '2026-11-18', '2027-06-30', 'in_house')],
    ]);
    expect((await read(id)).expanded.transactions.at(-1)).toMatchObject({
      type: 'moved',
      occurred_at: '2026-11-18T00:00:00.000Z',
    });
    const listed = async (room: string): Promise<string[]> =>
      (await manager.get(`/bookings?site=${site.id}&location=${room}&from=2026-11-18&to=2026-11-19`)).body.data.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect([await listed(old), await listed(next)]).toEqual([[], [id]]);
    // And so a stay can be recorded for these nights in the room that was left.
    await book(old, '2026-11-18', '2026-11-21');
  });

  test('is refused before the stay in the room began, after its end, into the same room, and of a closed booking', async () => {
    const [old, next, past] = (await rooms(3)) as [string, string, string];
    const id = await resident(old, '2026-11-19', '2026-12-19');
    for (const on of ['2026-11-18', '2026-12-19'])
      expect(await move(id, next, on)).toMatchObject({
        status: 422,
        body: { code: 'invalid_date_range', errors: [{ pointer: '/on' }] },
      });
    expect(await move(id, old, '2026-12-01')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/location' }] },
    });
    expect((await move(id, site.building)).body.code).toBe('location_not_allocatable');
    expect((await move(id, id)).body.code).toBe('unknown_reference');
    expect((await move(old, next)).status).toBe(404);
    const stay = await resident(past, '2026-11-15', '2026-11-20');
    await change(stay, 'check_out');
    expect((await move(stay, next)).body.code).toBe('booking_closed');
    const version = (await read(id)).version;
    const stale = await manager.post(
      `/bookings/${id}/moves`,
      { site: site.id, location: next },
      { 'if-match': `"${version - 1}"` },
    );
    expect(stale.status).toBe(412);
  });

  test('longer ago than the history window needs the permission to backdate, and notes', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const id = await resident(old, '2026-10-01', '2027-06-30');
    const outside = { status: 422, body: { code: 'occurred_at_out_of_range', errors: [{ pointer: '/on' }] } };
    expect(await move(id, next, '2026-11-01', { notes: 'forgotten' }, desk)).toMatchObject(outside);
    expect(await move(id, next, '2026-11-01')).toMatchObject(outside);
    expect((await move(id, next, '2026-11-01', { notes: 'forgotten' })).status).toBe(200);
    const [again] = await rooms(1);
    expect((await move(id, again ?? '', '2026-11-14', {}, desk)).status).toBe(200);
  });

  test('of a booking that has not begun changes all of it, or what comes after a day', async () => {
    const [old, next, third] = (await rooms(3)) as [string, string, string];
    const id = await book(old, '2026-12-01', '2026-12-31');
    expect((await move(id, next)).body).toMatchObject({
      location: next,
      planned_move: null,
      stays: [held(next, '2026-12-01', '2026-12-31')],
    });
    expect((await move(id, third, '2026-12-10')).body).toMatchObject({
      location: next,
      planned_move: { location: third, on: '2026-12-10' },
      stays: [held(next, '2026-12-01', '2026-12-10'), held(third, '2026-12-10', '2026-12-31')],
    });
    // A late arrival holds the other room from today; the unused nights are free.
    const late = await book(old, '2026-11-18', '2026-11-30');
    const { body } = await move(late, (await rooms(1))[0] ?? '');
    expect(body.stays).toMatchObject([{ from: '2026-11-21', to: '2026-11-30' }]);
    expect(body).toMatchObject({ contract_start: '2026-11-18', occupied_from: '2026-11-21' });
    await book(old, '2026-11-18', '2026-11-30');
  });

  test('of a guest who arrives after its day is done by the check-in: only the nights since that day count', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const id = await book(old, '2026-11-21', '2026-12-31');
    await move(id, next, '2026-11-24');
    // Before that day the other room is somebody else's.
    await book(next, '2026-11-20', '2026-11-24');
    lodge.clock.set('2026-11-26T12:00:00Z');
    try {
      const later = await lodge.logIn(email);
      const arrive = { site: site.id, type: 'check_in' };
      const { status, body, text } = await later.post(`/bookings/${id}/transitions`, arrive);
      expect([text, status]).toEqual([text, 200]);
      expect(body.booking).toMatchObject({ location: next, planned_move: null, occupied_from: '2026-11-24' });
      expect(body.booking.stays).toEqual([held(next, '2026-11-24', '2026-12-31', 'in_house')]);
    } finally {
      lodge.clock.set(NOW);
    }
  });

  test('from a flat into one of its rooms leaves no nights for cleaning in between; the old room is cleaned', async () => {
    const type = await lodge.make.locationType(site.id, { name: 'Cleaned', turnaround_days: 2 });
    const flat = await lodge.make.location(site.id, type, { parent_id: site.building });
    const [left, right] = [
      await lodge.make.location(site.id, type, { parent_id: flat }),
      await lodge.make.location(site.id, type, { parent_id: flat }),
    ];
    const id = await resident(flat, '2026-11-15', '2027-06-30');
    expect((await move(id, left, '2026-12-01')).body).toMatchObject({ planned_move: { location: left } });
    const { body } = await move(id, left, '2026-11-18');
    expect(body.stays).toEqual([
      held(flat, '2026-11-15', '2026-11-18', 'left'),
      held(left, '2026-11-18', '2027-06-30', 'in_house'),
    ]);
    expect((await ask(right, '2026-11-19', '2026-11-20')).body.conflicts).toMatchObject([{ kind: 'turnaround' }]);
    // The check-out does not change the previous room: its nights for cleaning are not nights of a stay.
    await change(id, 'check_out', '2026-11-19');
    expect((await read(id)).stays).toEqual([
      held(flat, '2026-11-15', '2026-11-18', 'left'),
      held(left, '2026-11-18', '2026-11-19', 'left'),
    ]);
  });

  test('that nobody has carried out keeps nobody twice in a room of the flat', async () => {
    const flatType = await lodge.make.locationType(site.id, { name: 'Flat' });
    const flat = await lodge.make.location(site.id, flatType, { parent_id: site.building });
    const left = await lodge.make.room(site, { parent_id: flat });
    const id = await resident(flat, '2026-11-15', '2027-06-30');
    await move(id, left, '2026-11-24');
    lodge.clock.set('2026-11-26T12:00:00Z');
    try {
      const later = await lodge.logIn(email);
      const range = 'from=2026-11-20&to=2026-12-01';
      const { data } = (await later.get(`/sites/${site.id}/locations/${left}/calendar?${range}`)).body;
      const nights = data[0].entries.map(({ from, to, state }: Record<string, string>) => [from, to, state]);
      expect(nights).toEqual([
        ['2026-11-15', '2026-11-26', 'in_house'],
        ['2026-11-26', '2027-06-30', 'held'],
      ]);
    } finally {
      lodge.clock.set(NOW);
    }
  });

  test('on the day of departure keeps the night of the move, also when the booking is changed afterwards', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const id = await resident(old, '2026-11-16', '2026-11-21');
    expect((await move(id, next)).status).toBe(200);
    const changed = await manager.patch(`/bookings/${id}`, { site: site.id, turnaround_days: 0 });
    expect([changed.text, changed.status]).toEqual([changed.text, 200]);
    expect((await read(id)).stays.at(-1)).toEqual(held(next, '2026-11-21', '2026-11-22', 'in_house'));
    lodge.clock.set('2026-11-23T12:00:00.000Z');
    const later = await lodge.logIn(email);
    const free = await later.get(`/sites/${site.id}/availability?from=2026-11-24&to=2026-11-26&location_tree=${next}`);
    expect(free.body.data).toMatchObject([{ _id: next, free: 1, occupied_by: { booking_id: id } }]);
    const tonight = await later.get(`/sites/${site.id}/availability?from=2026-11-23&location_tree=${next}`);
    expect(tonight.body.data).toEqual([]);
    const answer = await ask(next, '2026-11-24', '2026-11-26', later);
    expect(residentsInPlacesOf(answer.body)).toEqual([id]);
    lodge.clock.set(NOW);
  });

  test('into a place that somebody is late to leave says so, before it and on the booking', async () => {
    const [old, next] = (await rooms(2)) as [string, string];
    const late = await resident(next, '2026-11-10', '2026-11-20');
    const id = await resident(old, '2026-11-15', '2027-06-30');
    expect(residentsInPlacesOf((await move(id, next, '2026-11-28')).body)).toEqual([late]);
    expect(residentsInPlacesOf(await read(id))).toEqual([late]);
    expect(residentsInPlacesOf(await read(late))).toEqual([]);
  });

  test('and a swap of a day exchange rooms from then on', async () => {
    const [one, other] = (await rooms(2)) as [string, string];
    const [first, second] = [
      await resident(one, '2026-11-15', '2027-06-30'),
      await resident(other, '2026-11-15', null),
    ];
    const swap = (on: string) => manager.post(`/bookings/${first}/swap`, { site: site.id, with_booking: second, on });
    expect((await swap('2026-11-14')).body.code).toBe('invalid_date_range');
    const { body } = await swap('2026-12-01');
    expect([body.booking.stays, body.with_booking.stays]).toEqual([
      [held(one, '2026-11-15', '2026-12-01', 'in_house'), held(other, '2026-12-01', '2027-06-30')],
      [held(other, '2026-11-15', '2026-12-01', 'in_house'), held(one, '2026-12-01', null)],
    ]);
    const past = await swap('2026-11-17');
    expect([past.body.booking.stays, past.body.with_booking.stays]).toEqual([
      [held(one, '2026-11-15', '2026-11-17', 'left'), held(other, '2026-11-17', '2027-06-30', 'in_house')],
      [held(other, '2026-11-15', '2026-11-17', 'left'), held(one, '2026-11-17', null, 'in_house')],
    ]);
  });

  describe('with many at once, through two instances', () => {
    const on = (client: Client, index: number) => client.on(lodge.instances[index % 2] ?? lodge.instance);
    const won = (answers: Answer[]) => answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    const others = (answers: Answer[]) => answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);

    test('into one room: exactly one wins, of today, of nights that are over and of nights to come', async () => {
      for (const day of [undefined, '2026-11-18', '2026-12-01']) {
        const [wanted, ...from] = (await rooms(11)) as [string, ...string[]];
        const ids = await Promise.all(from.map((room) => resident(room, '2026-11-15', '2027-06-30')));
        const answers = await Promise.all(ids.map((id, index) => move(id, wanted, day, {}, on(manager, index))));
        expect([day, won(answers)]).toEqual([day, [expect.any(Number)]]);
        expect(new Set(others(answers))).toEqual(new Set(['booking_conflict']));
        expect(await findViolations(lodge, site.id)).toEqual([]);
      }
    });

    test('a move, a booking and a closure for the same nights: exactly one wins', async () => {
      for (const [from, to] of [
        ['2026-12-01', '2026-12-20'],
        ['2026-11-18', '2026-11-20'],
      ] as const) {
        const [wanted, ...homes] = (await rooms(5)) as [string, ...string[]];
        const ids = await Promise.all(homes.map((room) => resident(room, '2026-11-15', '2027-06-30')));
        const closing = { location: wanted, from, to, kind: 'maintenance' };
        const answers = await Promise.all([
          ...ids.map((id, index) => move(id, wanted, from, {}, on(manager, index))),
          ...[0, 1, 2, 3].map((index) => ask(wanted, from, to, on(manager, index))),
          ...[0, 1].map((index) => on(manager, index).post(`/sites/${site.id}/closures`, closing)),
        ]);
        expect([from, won(answers)]).toEqual([from, [expect.any(Number)]]);
        expect(others(answers).filter((code) => !['booking_conflict', 'closure_conflict'].includes(code))).toEqual([]);
      }
    });

    test('of one booking into different rooms: it ends in one of them, and holds no other', async () => {
      const [old, ...wanted] = (await rooms(9)) as [string, ...string[]];
      const id = await resident(old, '2026-11-15', '2027-06-30');
      const answers = await Promise.all(
        wanted.map((room, index) => move(id, room, '2026-12-01', {}, on(manager, index))),
      );
      expect(won(answers)).toHaveLength(8);
      const { planned_move, stays } = await read(id);
      expect(stays).toEqual([
        held(old, '2026-11-15', '2026-12-01', 'in_house'),
        held(planned_move.location, '2026-12-01', '2027-06-30'),
      ]);
      for (const room of wanted.filter((each) => each !== planned_move.location))
        await book(room, '2026-12-01', '2027-06-30');
    });

    test('swaps of a day and moves between the same rooms neither deadlock nor sell a night twice', async () => {
      const [one, other, third] = (await rooms(3)) as [string, string, string];
      const [first, second] = [
        await resident(one, '2026-11-15', '2027-06-30'),
        await resident(other, '2026-11-15', '2027-06-30'),
      ];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => {
          const client = on(manager, index);
          const [a, b] = index % 2 ? [first, second] : [second, first];
          return index % 3
            ? client.post(`/bookings/${a}/swap`, { site: site.id, with_booking: b, on: '2026-12-01' })
            : move(a, third, '2026-12-05', {}, client);
        }),
      );
      expect(answers.filter(({ status }) => ![200, 409].includes(status)).map(({ text }) => text)).toEqual([]);
      expect(won(answers).length).toBeGreaterThan(0);
      expect(await findViolations(lodge, site.id)).toEqual([]);
    });
  });
});
