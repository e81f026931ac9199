import { beforeAll, describe, expect, test } from '@jest/globals';
import { hasPoppler, textOf } from '../../support/poppler.js';
import { rush } from '../../support/rush.js';
import { startWorker } from '../../support/test-worker.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager, desk } = await useLodge(
  { manager: 'manager', desk: 'reception' },
  { instances: 2, settings: { DOCUMENT_WAIT_SECONDS: '120' } },
);
const url = `/sites/${site.id}/departure-slots`;
const DAY = '2027-06-30';
const nine = '2027-06-30T08:00:00.000Z';
const ten = '2027-06-30T09:00:00.000Z';
const eleven = '2027-06-30T10:00:00.000Z';
const lead_person = await lodge.make.student(site, { student_id: 'S-1', first_name: 'Ada', last_name: 'Byron' });

interface Slot {
  location: string | null;
  on: string;
  at: string;
  capacity: number;
  taken: number;
  free: number;
}

const room = (parent = site.building) => lodge.make.room(site, { parent_id: parent });
const stay = { site: site.id, lead_person, contract_start: '2027-06-01', contract_end: DAY };
const book = async (more: object = {}) => {
  const answer = await desk.post('/bookings', { ...stay, location: await room(), ...more });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body;
};
const setSlots = async (slots: [string, number][], more: object = {}) => {
  const body = { on: DAY, slots: slots.map(([time, capacity]) => ({ time, capacity })), ...more };
  const answer = await manager.put(url, body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body.data;
};
const slots = async () => (await desk.get(`${url}?on=${DAY}`)).body.data;
const leaveAll = () => lodge.sql('UPDATE bookings SET departure_slot_at = NULL WHERE site_id = $1', [site.id]);
const codesOf = ({ warnings }: { warnings: { code: string }[] }) =>
  warnings.map(({ code }) => code).filter((code) => code !== 'person_overlap');
const counts = async () => (await slots()).map(({ at, taken, free }: Slot) => [at, taken, free]);

describe('departure slots', () => {
  beforeAll(() => setSlots([]));

  test('leave every time free where there are none, and are set for several days at once', async () => {
    const booking = await book({ departure_slot_at: '2027-06-30T03:17' });
    expect(booking.departure_slot_at).toBe('2027-06-30T02:17:00.000Z');
    const made = await setSlots([['09:00', 2], ['10:00', 1]], { until: '2027-07-01' }); // prettier-ignore
    expect(made.map(({ on, at, capacity, taken, free, location }: Slot) => [on, at, capacity, taken, free, location])).toEqual([
      [DAY, nine, 2, 0, 2, null],
      [DAY, ten, 1, 0, 1, null],
      ['2027-07-01', '2027-07-01T08:00:00.000Z', 2, 0, 2, null],
      ['2027-07-01', '2027-07-01T09:00:00.000Z', 1, 0, 1, null],
    ]); // prettier-ignore
    const [entry] = await lodge.sql(
      `SELECT changes FROM audit_events WHERE site_id = $1 AND action = 'site.departure_slots_set' ORDER BY at DESC, id DESC LIMIT 1`,
      [site.id],
    );
    expect(entry?.changes).toMatchObject([{ field: 'departure_slots', from: [], to: [{ at: nine, capacity: 2 }, {}, {}, {}] }]); // prettier-ignore
  });

  test('are booked by departure_slot_at; a full one is refused with those that are free, and so is a time that is none', async () => {
    await setSlots([['09:00', 2], ['10:00', 1]]); // prettier-ignore
    const first = await book({ departure_slot_at: ten });
    const refused = await desk.post('/bookings', { ...stay, location: await room(), departure_slot_at: ten });
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer, refused.body.free_slots]).toEqual([
      409,
      'slot_full',
      '/departure_slot_at',
      [{ at: nine, free: 2 }],
    ]);
    const none = await desk.post('/bookings', { ...stay, location: await room(), departure_slot_at: `${DAY}T09:30` });
    expect([none.status, none.body.code, none.body.free_slots]).toEqual([422, 'unknown_slot', [{ at: nine, free: 2 }]]);
    const second = await book();
    const change = (id: string, departure_slot_at: string | null) =>
      desk.patch(`/bookings/${id}`, { site: site.id, departure_slot_at });
    expect((await change(second._id, ten)).body).toMatchObject({ code: 'slot_full', free_slots: [{ at: nine, free: 2 }] }); // prettier-ignore
    expect((await change(first._id, ten)).status).toBe(200);
    expect((await change(first._id, nine)).status).toBe(200);
    expect((await change(second._id, ten)).status).toBe(200);
    expect(await counts()).toEqual([[nine, 1, 1], [ten, 1, 0]]); // prettier-ignore
    expect(
      (await desk.get(`/bookings?site=${site.id}&departure_slot_on=${DAY}&sort=created_at`)).body.data,
    ).toHaveLength(3);
    const csv = (await desk.get(`/bookings/export?site=${site.id}&departure_slot_on=${DAY}`)).text;
    expect(csv.trim().split('\n')).toHaveLength(4);
    for (const { _id } of [first, second]) expect((await change(_id, null)).status).toBe(200);
    expect(await counts()).toEqual([[nine, 0, 2], [ten, 0, 1]]); // prettier-ignore
  });

  test('are given back by a cancellation, and a reinstated booking takes its own again or is refused', async () => {
    await setSlots([['09:00', 1], ['10:00', 1]]); // prettier-ignore
    const { _id } = await book({ departure_slot_at: nine });
    const move = (type: string, more: object = {}) => desk.post(`/bookings/${_id}/transitions`, { site: site.id, type, ...more }); // prettier-ignore
    expect((await move('cancel', { cancellation_code: 'requested_by_student' })).status).toBe(200);
    const other = await book({ departure_slot_at: nine });
    const back = await move('reinstate', { notes: 'Comes after all' });
    expect([back.status, back.body.code, back.body.free_slots]).toEqual([409, 'slot_full', [{ at: ten, free: 1 }]]);
    expect([back.body.errors[0].pointer, back.body.detail]).toEqual(['/type', expect.stringContaining(`(PATCH /bookings/${_id}); then reinstate it`)]); // prettier-ignore
    // What the refusal says works.
    expect((await desk.patch(`/bookings/${_id}`, { site: site.id, departure_slot_at: ten })).status).toBe(200);
    expect((await desk.patch(`/bookings/${_id}`, { site: site.id, departure_slot_at: nine })).status).toBe(200);
    expect((await desk.patch(`/bookings/${other._id}`, { site: site.id, departure_slot_at: ten })).status).toBe(200);
    expect((await move('reinstate', { notes: 'Comes after all' })).status).toBe(200);
    expect(await counts()).toEqual([[nine, 1, 0], [ten, 1, 0]]); // prettier-ignore
    for (const id of [_id, other._id])
      expect((await desk.patch(`/bookings/${id}`, { site: site.id, departure_slot_at: null })).status).toBe(200);
  });

  test('of a building count there instead of those of the site', async () => {
    await setSlots([['09:00', 1]]);
    const south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
    await setSlots([['11:00', 1]], { location: south });
    const inSouth = await room(south);
    const wrong = await desk.post('/bookings', { ...stay, location: inSouth, departure_slot_at: nine });
    expect([wrong.status, wrong.body.code, wrong.body.free_slots]).toEqual([422, 'unknown_slot', [{ at: eleven, free: 1 }]]); // prettier-ignore
    const there = await book({ location: inSouth, departure_slot_at: eleven });
    const here = await book({ departure_slot_at: nine });
    expect((await slots()).map(({ location, at, free }: Slot) => [location, at, free])).toEqual([
      [null, nine, 0],
      [south, eleven, 0],
    ]);
    expect((await desk.get(`${url}?on=${DAY}&location=${south}`)).body.data).toHaveLength(1);
    await setSlots([], { location: south });
    for (const { _id } of [there, here])
      expect((await desk.patch(`/bookings/${_id}`, { site: site.id, departure_slot_at: null })).status).toBe(200);
  });

  test('give the last place to exactly one of many, whether they come anew, by a change, together or by a return', async () => {
    await setSlots([['09:00', 1], ['10:00', 3]]); // prettier-ignore
    const rooms = await Promise.all(Array.from({ length: 12 }, () => room()));
    const existing = await rush(12, 4, () => book());
    const gone = await rush(3, 3, async () => {
      const booking = await book();
      const cancelled = await desk.post(`/bookings/${booking._id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' }); // prettier-ignore
      expect(cancelled.status).toBe(200);
      await lodge.sql('UPDATE bookings SET departure_slot_at = $2 WHERE id = $1', [booking._id, nine]);
      return booking;
    });
    const answers = await Promise.all([
      rush(12, 12, (n) =>
        desk
          .on(lodge.instances[n % 2]!)
          .post('/bookings', { ...stay, location: rooms[n], departure_slot_at: n % 2 ? nine : ten }),
      ),
      rush(12, 12, (n) =>
        desk
          .on(lodge.instances[n % 2]!)
          .patch(`/bookings/${existing[n]!._id}`, { site: site.id, departure_slot_at: n % 2 ? ten : nine }),
      ),
      rush(3, 3, (n) =>
        desk.post(`/bookings/${gone[n]!._id}/transitions`, { site: site.id, type: 'reinstate', notes: 'Back' }),
      ),
    ]);
    const failed = answers.flat().filter(({ status }) => status !== 200);
    expect(new Set(failed.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 slot_full']));
    expect(answers.flat().length - failed.length).toBe(4);
    expect(await counts()).toEqual([[nine, 1, 0], [ten, 3, 0]]); // prettier-ignore
  });

  test('are released when the departure is on another day, with a warning and in the trail, one by one and together', async () => {
    await leaveAll();
    await setSlots([['09:00', 1], ['10:00', 3]]); // prettier-ignore
    const change = (id: string, more: object) => desk.patch(`/bookings/${id}`, { site: site.id, ...more });
    const warned = (id: string, slot: string) => [
      { code: 'departure_slot_released', message: expect.stringContaining(slot), booking_ids: [id], person_ids: [] },
    ];
    const one = await book({ departure_slot_at: nine });
    const moved = await change(one._id, { contract_end: '2027-07-10' });
    expect([moved.status, moved.body.departure_slot_at, moved.body.warnings.filter(({ code }: { code: string }) => code === 'departure_slot_released')]).toEqual([200, null, warned(one._id, nine)]); // prettier-ignore
    expect((await counts())[0]).toEqual([nine, 0, 1]);
    const { expanded } = (await desk.get(`/bookings/${one._id}?site=${site.id}&include=transactions`)).body;
    expect(expanded.transactions.at(-1).changes).toEqual(
      expect.arrayContaining([{ field: 'departure_slot_at', from: nine, to: null }]),
    );
    const rows = [await book({ departure_slot_at: nine }), await book({ departure_slot_at: ten })];
    const updates = [
      { booking_id: rows[0]._id, contract_end: null },
      { booking_id: rows[1]._id, contract_end: '2027-07-01', departure_slot_at: '2027-07-01T09:00' },
    ];
    await setSlots([], { on: '2027-07-01' });
    const bulk = (await manager.patch('/bookings/bulk', { site: site.id, updates })).body.results;
    expect(bulk.map(({ booking }: { booking: { departure_slot_at: string | null } }) => booking.departure_slot_at)).toEqual([null, '2027-07-01T08:00:00.000Z']); // prettier-ignore
    const codes = bulk.map(({ booking }: { booking: { warnings: { code: string }[] } }) => codesOf(booking));
    expect(codes).toEqual([['departure_slot_released'], []]);
    const assignments = [{ person_id: lead_person, location_id: await room() }];
    const { block_booking, results } = (await manager.post('/bookings/bulk', { site: site.id, contract_start: '2027-06-01', contract_end: DAY, block: { name: 'Leaving' }, assignments })).body; // prettier-ignore
    const { _id } = results[0].booking;
    expect((await change(_id, { departure_slot_at: nine })).status).toBe(200);
    const block = await manager.patch(`/block-bookings/${block_booking._id}`, { site: site.id, contract_end: '2027-06-29' }); // prettier-ignore
    expect([block.status, block.body.warnings]).toEqual([200, warned(_id, nine)]);
    expect(await counts()).toEqual([[nine, 0, 1], [ten, 0, 3]]); // prettier-ignore
  });

  test('on another day than the departure stay when the departure changes, and a time that the clocks leave out is moved forward', async () => {
    await setSlots([]);
    const { _id } = await book({ departure_slot_at: '2027-06-29T10:00' });
    const change = (more: object) => desk.patch(`/bookings/${_id}`, { site: site.id, ...more });
    const later = await change({ contract_end: '2027-07-10' });
    expect([later.body.departure_slot_at, codesOf(later.body)]).toEqual(['2027-06-29T09:00:00.000Z', []]);
    // Of the clock of the site: in the summer, midnight is at 23:00 in UTC.
    expect((await change({ departure_slot_at: '2027-07-09T23:30:00Z' })).status).toBe(200);
    const moved = await change({ contract_end: '2027-07-11' });
    expect([moved.body.departure_slot_at, codesOf(moved.body)]).toEqual([null, ['departure_slot_released']]);
    const given = await change({ contract_end: '2027-07-12', departure_slot_at: '2027-07-12T10:00' });
    expect([given.body.departure_slot_at, codesOf(given.body)]).toEqual(['2027-07-12T09:00:00.000Z', []]);
    const spring = { contract_start: '2027-03-01', contract_end: '2027-03-28', departure_slot_at: '2027-03-28T01:30' };
    expect((await book(spring)).departure_slot_at).toBe('2027-03-28T01:30:00.000Z');
  });

  test('are exchanged by rows that all change or none, but not by each row for itself', async () => {
    await leaveAll();
    await setSlots([['09:00', 1], ['10:00', 1]]); // prettier-ignore
    const [one, other] = [await book({ departure_slot_at: nine }), await book({ departure_slot_at: ten })];
    const updates = [
      { booking_id: one._id, departure_slot_at: ten },
      { booking_id: other._id, departure_slot_at: nine },
    ];
    const exchange = async (atomic: boolean) =>
      (await manager.patch('/bookings/bulk', { site: site.id, updates, atomic })).body.summary;
    expect(await exchange(false)).toMatchObject({ updated: 0, failed: 2 });
    expect(await exchange(true)).toMatchObject({ updated: 2, failed: 0 });
    expect(await counts()).toEqual([[nine, 1, 0], [ten, 1, 0]]); // prettier-ignore
    const third = await book();
    updates.push({ booking_id: third._id, departure_slot_at: nine });
    expect(await exchange(true)).toMatchObject({ updated: 0, failed: 1 });
    const back = updates.slice(0, 2).map(({ booking_id }, n) => ({ booking_id, departure_slot_at: n ? ten : nine }));
    const answers = await Promise.all([
      rush(
        6,
        6,
        (n) =>
        manager.on(lodge.instances[n % 2]!).patch('/bookings/bulk', { site: site.id, atomic: true, updates: n % 2 ? back : updates.slice(0, 2) }), // prettier-ignore
      ),
      rush(4, 4, (n) => desk.on(lodge.instances[n % 2]!).patch(`/bookings/${third._id}`, { site: site.id, departure_slot_at: nine })), // prettier-ignore
    ]);
    expect(answers.flat().filter(({ status }) => status >= 500)).toEqual([]);
    expect(await counts()).toEqual([[nine, 1, 0], [ten, 1, 0]]); // prettier-ignore
    for (const { _id } of [one, other])
      expect((await desk.patch(`/bookings/${_id}`, { site: site.id, departure_slot_at: null })).status).toBe(200);
  });

  test('set by many at once are those of one of them', async () => {
    const times = ['07:00', '08:00', '12:00', '13:00'];
    const answers = await rush(8, 8, (n) =>
      manager.put(url, { on: '2027-08-01', slots: times.slice(0, (n % 4) + 1).map((time) => ({ time, capacity: n + 1 })) }),
    ); // prettier-ignore
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = (await desk.get(`${url}?on=2027-08-01`)).body;
    const [capacity] = data.map((slot: Slot) => slot.capacity);
    expect(data.map((slot: Slot) => slot.capacity)).toEqual(
      Array.from({ length: ((capacity - 1) % 4) + 1 }, () => capacity),
    );
  });

  test('are refused with the field and the fix where they make no sense', async () => {
    const refusals = [
      [{ on: DAY, slots: [{ time: '24:00', capacity: 1 }] }, 400, '/slots/0/time'],
      [{ on: DAY, slots: [{ time: '09:00', capacity: 0 }] }, 400, '/slots/0/capacity'],
      [
        {
          on: DAY,
          slots: [
            { time: '09:00', capacity: 1 },
            { time: '09:00', capacity: 2 },
          ],
        },
        400,
        '/slots/1/time',
      ],
      [{ on: DAY, until: '2027-06-29', slots: [] }, 422, '/until'],
      [{ on: DAY, until: '2027-07-31', slots: [] }, 422, '/until'],
      [{ on: DAY, location: 'nowhere', slots: [] }, 422, '/location'],
      // The clock leaves this hour out.
      [{ on: '2027-03-28', slots: [{ time: '02:00', capacity: 1 }, { time: '01:30', capacity: 1 }] }, 422, '/slots/1/time'], // prettier-ignore
    ] as const;
    for (const [body, status, pointer] of refusals) {
      const answer = await manager.put(url, body);
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
    }
    expect((await desk.put(url, { on: DAY, slots: [] })).body.required_permission).toBe('departure_slot.write');
  });

  (hasPoppler ? test : test.skip)('are printed for the porter, in the language of the site', async () => {
    const worker = await startWorker(lodge);
    await lodge.sql(`UPDATE sites SET language = 'de', phone = '+44 20 7946 0000' WHERE id = $1`, [site.id]);
    await setSlots([]);
    await book({ departure_slot_at: '2027-06-30T11:45' });
    const address = `${url}/document?on=${DAY}&location_tree=${site.building}`;
    const printed = await lodge.instance.app.inject({ url: address, headers: { cookie: desk.cookie } });
    await worker.close();
    expect([printed.statusCode, printed.headers['content-language']]).toEqual([200, 'de']);
    const text = textOf(printed.rawPayload);
    for (const part of [
      'Abreisen',
      'Mittwoch, 30. Juni 2027',
      '+44 20 7946 0000',
      'North House',
      '11:45 · 1 Abreise',
      'Noch kein Termin',
      'Byron, Ada',
    ])
      // prettier-ignore
      expect(text).toContain(part);
    expect(text.indexOf('11:45')).toBeLessThan(text.indexOf('Noch kein Termin'));
  });
});
