import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { CountedOffice } from '../../support/counted-office.js';
import { type Client, Lodge } from '../../support/lodge.js';
import type { SiteFixture } from '../../support/factory.js';
import { until } from '../../support/until.js';
import { startWorker } from '../../support/test-worker.js';

// The promised size is 200 students and 150 beds: `node test/run.mjs --days`.
const SIZE = Number(process.env.DAYS_SIZE ?? 20);
const BEDS = Math.ceil((SIZE * 3) / 4);
const SUMMER = { contract_start: '2027-07-05', contract_end: '2027-07-17' };
const BLOCK = encodeURIComponent('name:Summer school');
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const room = (index: number) => `M-${100 + index}`;
const guest = (index: number) => `SS${String(index).padStart(4, '0')}`;

interface Row {
  _id: string;
  status: string;
}

describe('later days of a housing office, over HTTP only, with the calls that each task takes', () => {
  const office = new CountedOffice();
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let desk: Client;
  const shift = async (at: string) => {
    lodge.clock.set(at);
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
  };
  const inSite = (body: object) => ({ site: site.id, ...body });
  const students = (count: number) =>
    range(count).map((index) => ({ student_id: guest(index), first_name: 'Grace', last_name: `Guest${index}`, location: 'M', type: 'guest' })); // prettier-ignore

  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    const admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const [types] = await lodge.sql<{ name: string }>('SELECT name FROM location_types WHERE id = $1', [site.roomType]);
    await office.task('make the rooms of a house, by one range', admin, 1, (call) =>
      call.post(`/sites/${site.id}/locations/bulk`, {
        locations: [
          { name: 'Main House', code: 'M', type: 'Building' },
          { name: 'Room {n}', code: 'M-{n}', type: types?.name, parent: 'M', range: `100-${99 + SIZE}` },
        ],
      }),
    );
    await shift('2027-03-01T09:00:00.000Z');
  });
  afterAll(() => lodge.stop());

  const list = async (call: { get: Client['get'] }): Promise<Row[]> =>
    (await call.get(`/bookings?site=${site.id}&block_booking=${BLOCK}&limit=200`)).body.data;

  test('a group that comes without names: its beds are held, named, extended and confirmed, and the rest fall free', async () => {
    const assignments = range(BEDS).map((index) => ({ location_id: `code:${room(index)}` }));
    await office.task(
      'hold all beds for a group until a date',
      manager,
      1,
      (call) =>
      call.post('/bookings/bulk', inSite({ ...SUMMER, block: { name: 'Summer school' }, atomic: true, status: 'provisional', hold_until: '2027-05-01T12:00', assignments })), // prettier-ignore
    );
    const held = await office.task('see what is held', desk, 1, list);
    expect([held.length, new Set(held.map(({ status }) => status))]).toEqual([BEDS, new Set(['provisional'])]);
    const block = ((await manager.get(`/block-bookings?site=${site.id}`)).body.data[0] as Row)._id;
    await office.task('give the group another week to tell the names', manager, 1, (call) =>
      call.patch(`/block-bookings/${block}`, inSite({ hold_until: '2027-05-08T12:00' })),
    );
    await office.task('import the guests', manager, 1, (call) =>
      call.post(`/students/${site.id}/import`, { type: 'partial', students: students(BEDS) }),
    );
    const [without = { _id: '' }, ...named] = held;
    const updates = named.map(({ _id }, index) => ({ booking_id: _id, lead_person: `student_id:${guest(index)}` }));
    await office.task('put names on all beds but one', manager, 1, (call) =>
      call.patch('/bookings/bulk', inSite({ atomic: true, updates })),
    );
    await office.task(
      'confirm those',
      manager,
      1,
      (call) =>
      call.post('/bookings/transitions/bulk', inSite({ atomic: true, transitions: named.map(({ _id }) => ({ booking_id: _id, type: 'confirm' })) })), // prettier-ignore
    );
    await office.task('print the rooming list', manager, 1, async (call) => {
      const { text } = await call.get(`/bookings/export?site=${site.id}&block_booking=${BLOCK}&status=confirmed`);
      expect(text.trim().split('\r\n')).toHaveLength(BEDS);
    });
    await shift('2027-05-07T09:00:00.000Z');
    await office.task('see what is held only until tomorrow', desk, 1, async (call) => {
      const { holds } = (await call.get(`/sites/${site.id}/expiring?within=1`)).body;
      expect([holds.count, holds.entries[0]._id]).toEqual([1, without._id]);
    });
    await shift('2027-05-08T13:00:00.000Z');
    const worker = await startWorker(lodge);
    const status = async () => (await manager.get(`/bookings/${without._id}?site=${site.id}`)).body.status as string;
    await until(async () => (await status()) === 'cancelled');
    await worker.close();
    await office.task('move the whole group by a day', manager, 1, (call) =>
      call.patch(`/block-bookings/${block}`, inSite({ contract_start: '2027-07-06', contract_end: '2027-07-18' })),
    );
    const kept = await list(manager);
    expect(kept.filter((each) => each.status === 'confirmed')).toHaveLength(BEDS - 1);
  });

  test('the day of departure: slots with places, one list for the porter, and who is in the house', async () => {
    await shift('2027-07-06T09:00:00.000Z');
    const arrivals = (await list(manager)).filter(({ status }) => status === 'confirmed');
    await office.task(
      'check in the whole group',
      desk,
      1,
      (call) =>
      call.post('/bookings/transitions/bulk', inSite({ atomic: true, transitions: arrivals.map(({ _id }) => ({ booking_id: _id, type: 'check_in' })) })), // prettier-ignore
    );
    await office.task('see who is in the building when the alarm goes', desk, 1, async (call) =>
      expect((await call.get(`/sites/${site.id}/roll-call?location_tree=code:M`)).body.count).toBe(BEDS - 1),
    );
    await office.task(
      'open times of departure for a day',
      manager,
      1,
      (call) =>
      call.put(`/sites/${site.id}/departure-slots`, { on: '2027-07-18', location: 'code:M', slots: [{ time: '09:00', capacity: 1 }, { time: '10:00', capacity: SIZE }] }), // prettier-ignore
    );
    const [first, second] = arrivals as [Row, Row];
    const book = (id: string, time: string) =>
      desk.patch(`/bookings/${id}`, inSite({ departure_slot_at: `2027-07-18T${time}` }));
    await office.task('book a time of departure', desk, 1, (call) =>
      call.patch(`/bookings/${first._id}`, inSite({ departure_slot_at: '2027-07-18T09:00' })),
    );
    const full = await book(second._id, '09:00');
    expect([full.status, full.body.code, full.body.free_slots.length]).toEqual([409, 'slot_full', 1]);
    await office.task('see how many leave at which time', desk, 1, async (call) => {
      const { data } = (await call.get(`/sites/${site.id}/departure-slots?on=2027-07-18`)).body;
      expect(data.map(({ taken, free }: { taken: number; free: number }) => [taken, free])).toEqual([
        [1, 0],
        [0, SIZE],
      ]);
    });
    expect((await book(second._id, '10:00')).status).toBe(200);
    await office.task('export who leaves that day and has a time', desk, 1, async (call) => {
      const { text } = await call.get(`/bookings/export?site=${site.id}&departure_slot_on=2027-07-18`);
      expect(text.trim().split('\r\n')).toHaveLength(3);
    });
  });

  test('somebody who is there twice: seen by the date of birth, merged, and merged back', async () => {
    const person = { first_name: 'Grace', last_name: 'Hopper', date_of_birth: '1996-12-09', location: 'code:M-101' };
    const first = await office.task('enter a person', desk, 1, async (call) => (await call.post('/students', inSite(person))).body); // prettier-ignore
    const again = await office.task('enter somebody who is there, and be told so', desk, 1, async (call) => (await call.post('/students', inSite(person))).body); // prettier-ignore
    expect(again.warnings).toMatchObject([{ code: 'possible_duplicate', person_ids: [first._id] }]);
    const stay = { contract_start: '2027-09-01', contract_end: '2028-06-30', location: 'code:M-101' };
    const { body: booking } = await desk.post('/bookings', inSite({ ...stay, lead_person: again._id }));
    const merged = await office.task(
      'merge the two',
      manager,
      1,
      async (call) =>
      (await call.post(`/students/${site.id}/${first._id}/merge`, { student: again._id })).body, // prettier-ignore
    );
    expect(merged.bookings).toBe(1);
    await office.task('find the person in any site of mine', desk, 1, async (call) => {
      const { body } = await call.get('/students?q=hopper');
      expect(body.data.map(({ _id }: Row) => _id)).toEqual([first._id]);
    });
    expect((await desk.get(`/bookings/${booking._id}?site=${site.id}`)).body.lead_person).toBe(first._id);
    await office.task('take the merge back', manager, 1, (call) =>
      call.post(`/students/${site.id}/${first._id}/merge/undo`, { student: again._id }),
    );
    expect((await desk.get(`/bookings/${booking._id}?site=${site.id}`)).body.lead_person).toBe(again._id);
  });

  test('each task took one call, and nothing is held twice', async () => {
    expect(new Set(Object.values(office.calls))).toEqual(new Set([1]));
    expect(Object.keys(office.calls)).toHaveLength(21);
    expect(await findViolations(lodge)).toEqual([]);
  });
});
