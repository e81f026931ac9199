import { describe, expect, test } from '@jest/globals';
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

  test('two bookings of one room have nothing to exchange, and nothing is written down', async () => {
    const location = await lodge.make.room(site, { capacity: 2 });
    const [a, b] = [await book({ location }), await book({ location })];
    await checkIn(b._id);
    expect(await swap(a._id, b._id)).toMatchObject({
      status: 200,
      body: { booking: { _id: a._id, location, version: 1 }, with_booking: { _id: b._id, location, version: 2 } },
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
});
