import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { instances: 2 });

describe('POST /bookings/{bookingId}/swap', () => {
  const book = async (more: Record<string, unknown> = {}) => {
    const location = (more.location as string | undefined) ?? (await lodge.make.room(site));
    const lead_person = await lodge.make.student(site);
    const stay = {
      site: site.id,
      lead_person,
      contract_start: '2026-11-20',
      contract_end: '2027-06-30',
      ...more,
      location,
    };
    return (await manager.post('/bookings', stay)).body as { _id: string; location: string; lead_person: string };
  };
  const checkIn = (id: string) =>
    manager.post(`/bookings/${id}/transitions`, {
      site: site.id,
      type: 'check_in',
      occurred_at: '2026-11-20T15:00:00Z',
    });
  const swap = (one: string, other: string, client = manager) =>
    client.post(`/bookings/${one}/swap`, { site: site.id, with_booking: other, notes: 'agreed' });
  const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}&include=transactions`)).body;

  test('two bookings for the same nights exchange their rooms', async () => {
    const [a, b] = [await book(), await book()];
    const answer = await swap(a._id, b._id);
    expect(answer).toMatchObject({
      status: 200,
      body: { booking: { _id: a._id, location: b.location }, with_booking: { _id: b._id, location: a.location } },
    });
    expect((await read(a._id)).expanded.transactions.at(-1)).toMatchObject({
      type: 'updated',
      notes: 'agreed',
      changes: [{ field: 'location', from: a.location, to: b.location }],
    });
  });

  test('residents move today, with everybody in the booking', async () => {
    const [a, b] = [await book(), await book()];
    await checkIn(a._id);
    await checkIn(b._id);
    expect((await swap(a._id, b._id)).status).toBe(200);
    const rows = await lodge.sql(
      'SELECT location_id, period::text, live, in_house FROM occupancies WHERE booking_id = $1 ORDER BY segment',
      [a._id],
    );
    expect(rows).toEqual([
      { location_id: a.location, period: '[2026-11-20,2026-11-21)', live: true, in_house: false },
      { location_id: b.location, period: '[2026-11-21,2027-06-30)', live: true, in_house: true },
    ]);
    expect(await lodge.sql('SELECT location_id FROM students WHERE id = $1', [b.lead_person])).toEqual([
      { location_id: a.location },
    ]);
    expect((await read(b._id)).expanded.transactions.at(-1)).toMatchObject({ type: 'moved' });
  });

  test.each([
    ['residents, today', {}, true, undefined, '2026-11-21'],
    ['residents, on a day to come', {}, true, '2026-12-01', '2026-12-01'],
    [
      'guests who have not come, on a day of their stays',
      { contract_start: '2026-11-25' },
      false,
      '2026-12-01',
      '2026-12-01',
    ],
  ])('leaves no nights for cleaning between %s', async (_, dates, arrive, on, day) => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 2 });
    const rooms = [await lodge.make.location(site.id, type), await lodge.make.location(site.id, type)] as const;
    const [a, b] = [await book({ ...dates, location: rooms[0] }), await book({ ...dates, location: rooms[1] })];
    if (arrive) for (const { _id } of [a, b]) expect((await checkIn(_id)).status).toBe(200);
    const answer = await manager.post(`/bookings/${a._id}/swap`, { site: site.id, with_booking: b._id, on });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    for (const [booking, from, to] of [
      [answer.body.booking, rooms[0], rooms[1]],
      [answer.body.with_booking, rooms[1], rooms[0]],
    ])
      expect(booking.stays).toMatchObject([
        { location: from, to: day },
        { location: to, from: day, to: '2027-06-30' },
      ]);
    // After the end they are cleaned as before.
    const next = { site: site.id, lead_person: a.lead_person, location: rooms[0] };
    const late = await manager.post('/bookings', { ...next, contract_start: '2027-07-01' });
    expect(late.body.conflicts).toMatchObject([{ kind: 'turnaround' }]);
    expect((await manager.post('/bookings', { ...next, contract_start: '2027-07-02' })).status).toBe(200);
  });

  test('is refused for two bookings of one room, which have nothing to exchange', async () => {
    const location = await lodge.make.room(site, { capacity: 2 });
    const [a, b] = [await book({ location }), await book({ location })];
    await checkIn(b._id);
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const)
      // prettier-ignore
      expect(await swap(one._id, other._id)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: '/with_booking', detail: expect.stringContaining('the same room') }] }, // prettier-ignore
      });
    const trail = (await read(b._id)).expanded.transactions;
    expect(trail.map(({ type }: { type: string }) => type)).toEqual(['created', 'check_in']);
  });

  test('nothing moves when a third booking is in the way of one of them', async () => {
    const a = await book({ contract_end: '2027-01-01' });
    const b = await book();
    const third = await book({ location: a.location, contract_start: '2027-01-01' });
    expect(await swap(a._id, b._id)).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: third._id }] },
    });
    expect(await read(a._id)).toMatchObject({ location: a.location, version: 1 });
    expect(await read(b._id)).toMatchObject({ location: b.location, version: 1 });
  });

  test('is refused for a closed booking, for itself, and for one that is not there', async () => {
    const [a, b] = [await book(), await book()];
    await manager.post(`/bookings/${b._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    expect(await swap(a._id, b._id)).toMatchObject({ status: 409, body: { code: 'booking_closed' } });
    expect(await swap(a._id, a._id)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/with_booking' }] } });
    expect(await swap(a._id, '01999999-9999-7999-9999-999999999999')).toMatchObject({
      status: 422,
      body: { code: 'unknown_reference' },
    });
    expect((await swap('01999999-9999-7999-9999-999999999999', a._id)).status).toBe(404);
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    expect(await swap(a._id, b._id, viewer)).toMatchObject({
      status: 403,
      body: { required_permission: 'booking.swap' },
    });
  });

  test('swaps among three bookings from all sides at once neither deadlock nor lose a room', async () => {
    const trio = [await book(), await book(), await book()];
    const pairs = Array.from(
      { length: 60 },
      (_, index) => [trio[index % 3], trio[(index + 1 + (index % 2)) % 3]] as const,
    );
    const answers = await Promise.all(
      pairs.map(([one, other], index) =>
        swap(one?._id ?? '', other?._id ?? '', manager.on(lodge.instances[index % 2] ?? lodge.instance)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    const rooms = await lodge.sql<{ location_id: string }>(
      'SELECT location_id FROM occupancies WHERE live AND booking_id = ANY($1)',
      [trio.map(({ _id }) => _id)],
    );
    expect(rooms.map((row) => row.location_id).sort()).toEqual(trio.map(({ location }) => location).sort());
  });

  test('swaps against cancellations, check-ins, moves and new bookings of the same rooms: nothing is held twice', async () => {
    for (let round = 0; round < 4; round++) {
      const [a, b, free] = [await book(), await book(), await lodge.make.room(site)];
      const at = (n: number) => manager.on(lodge.instances[n % 2] ?? lodge.instance);
      const move = (n: number, id: string, type: string, more = {}) =>
        at(n).post(`/bookings/${id}/transitions`, { site: site.id, type, ...more });
      const lead_person = await lodge.make.student(site);
      const stay = { site: site.id, lead_person, contract_start: '2026-11-20', contract_end: '2027-06-30' };
      const calls = [
        (n: number) => swap(a._id, b._id, at(n)),
        (n: number) => swap(b._id, a._id, at(n)),
        (n: number) => move(n, a._id, 'cancel', { cancellation_code: 'data_entry_error' }),
        (n: number) => move(n, a._id, 'reinstate', { notes: 'Back' }),
        (n: number) => move(n, b._id, 'check_in'),
        (n: number) => at(n).post('/bookings', { ...stay, location: n % 2 ? a.location : b.location }),
        (n: number) => at(n).patch(`/bookings/${b._id}`, { site: site.id, location: n % 2 ? free : a.location }),
      ];
      const answers = await rush(42, 14, (n) => (calls[n % calls.length] as (typeof calls)[number])(n));
      expect(answers.filter(({ status }) => ![200, 409].includes(status)).map(({ text }) => text)).toEqual([]);
      expect(await findViolations(lodge)).toEqual([]);
    }
  });
});
