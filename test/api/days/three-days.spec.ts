import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CountedOffice } from '../../support/counted-office.js';
import { type Client, Lodge } from '../../support/lodge.js';

// The promised size is 200 students and 150 beds: `node test/run.mjs --days`.
const SIZE = Number(process.env.DAYS_SIZE ?? 20);
const BEDS = Math.ceil((SIZE * 3) / 4);
const ARRIVAL = '2026-11-21';
const TERM_END = '2026-12-18';
const SUMMER = { contract_start: '2027-07-05', contract_end: '2027-07-17' };

interface Entry {
  _id: string;
  reference: string;
  student_id: string;
  status: string;
}
const bookingIds = (entries: Entry[]) => entries.map(({ _id }) => _id);
const student = (index: number) => `KC${String(index).padStart(5, '0')}`;
const room = (index: number) => `M-${100 + index}`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('three days of a housing office, over HTTP only, with the calls that each task takes', () => {
  const office = new CountedOffice();
  let lodge: Lodge;
  let owner: Client;
  let desk: Client;
  let site: string;
  const done = (type: string, ids: string[], more = {}) => ({
    site,
    atomic: true,
    transitions: ids.map((booking_id) => ({ booking_id, type, ...more })),
  });

  beforeAll(async () => {
    lodge = await Lodge.start();
    owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    // A room each for the students, and for the guests of the summer.
    await office.task('set up the house', owner, 5, async (call) => {
      site = (await call.post('/sites', { name: 'Kings Court', time_zone: 'Europe/London', date_order: 'dmy' })).body
        ._id;
      const type = async (name: string, bookable: boolean) =>
        (await call.post(`/sites/${site}/location-types`, { name, colour: '#2F6FED', can_be_allocated_to_bookings: bookable })).body._id; // prettier-ignore
      await type('Building', false);
      await type('Room', true);
      const house = { name: 'Main House', code: 'M', type: 'Building' };
      const rooms = { name: 'Room {n}', code: 'M-{n}', type: 'Room', parent: 'M', range: `100-${99 + SIZE}` };
      await call.post(`/sites/${site}/locations/bulk`, { locations: [house, rooms] });
      await call.post(`/students/${site}/import`, {
        type: 'partial',
        students: range(SIZE).map((index) => ({
          student_id: student(index),
          first_name: 'Ada',
          last_name: `Byron${index}`,
          email: `${student(index)}@students.example`,
          location: 'M',
        })),
      });
    });
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site]: 'reception' } })).email);
  });
  afterAll(() => lodge.stop());

  const day = async (call: { get: Client['get'] }, list: string, group: string): Promise<Entry[]> =>
    (await call.get(`/sites/${site}/day`)).body[group][list].entries as Entry[];
  const counts = async () => {
    const { arrivals, departures, in_house } = (await desk.get(`/sites/${site}/day?limit=0`)).body;
    return {
      due: arrivals.due.count,
      inHouse: in_house.count,
      leaving: departures.due.count,
      left: departures.done.count,
    };
  };

  test('an arrival weekend', async () => {
    await office.task('book a room for everybody', owner, 1, (call) =>
      call.post('/bookings/bulk', {
        site,
        contract_start: ARRIVAL,
        contract_end: TERM_END,
        atomic: true,
        assignments: range(SIZE).map((index) => ({ person_id: `student_id:${student(index)}`, location_id: `code:${room(index)}` })), // prettier-ignore
      }),
    );
    const expected = await office.task('see who arrives today', desk, 1, (call) => day(call, 'due', 'arrivals'));
    expect(expected).toHaveLength(SIZE);
    const [late, first, second, ...others] = bookingIds(expected) as [string, string, string, ...string[]];
    await office.task(
      'find somebody at the desk by name',
      desk,
      1,
      async (call) =>
      expect((await call.get(`/bookings?site=${site}&q=Byron3&arriving_on=${ARRIVAL}`)).body.data.length).toBeGreaterThan(0), // prettier-ignore
    );
    await office.task('check in the people in the queue', desk, 1, (call) =>
      call.post('/bookings/transitions/bulk', done('check_in', [late, first, second, ...others])),
    );
    await office.task('take back a check-in of the wrong person', desk, 1, (call) =>
      call.post(`/bookings/${late}/transitions`, { site, type: 'undo_check_in' }),
    );
    await office.task('let two people swap their rooms', desk, 1, (call) =>
      call.post(`/bookings/${first}/swap`, { site, with_booking: second }),
    );
    const missing = await office.task('see who has not come', desk, 1, (call) => day(call, 'due', 'arrivals'));
    expect(bookingIds(missing)).toEqual([late]);
    await office.task('hold a fire drill', desk, 1, async (call) =>
      expect((await call.get(`/sites/${site}/roll-call`)).body.count).toBe(SIZE - 1),
    );
    await office.task('check in who comes late, by the reference', desk, 1, (call) =>
      call.post('/bookings/transitions/bulk', done('check_in', [`reference:${missing[0]?.reference}`])),
    );
    expect(await counts()).toEqual({ due: 0, inHouse: SIZE, leaving: 0, left: 0 });
  });

  test('the end of term', async () => {
    lodge.clock.set(`${TERM_END}T09:00:00.000Z`);
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site]: 'reception' } })).email);
    owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const leaving = await office.task('see who leaves today', desk, 1, (call) => day(call, 'due', 'departures'));
    expect(leaving).toHaveLength(SIZE);
    const [stays, ...others] = bookingIds(leaving) as [string, ...string[]];
    await office.task('let somebody stay a week longer', desk, 1, (call) =>
      call.patch(`/bookings/${stays}`, { site, contract_end: '2026-12-25' }),
    );
    await office.task('give somebody a departure slot', desk, 1, (call) =>
      call.patch(`/bookings/${others[0]}`, { site, departure_slot_at: `${TERM_END}T10:30` }),
    );
    await office.task('check out all who leave', desk, 1, (call) =>
      call.post('/bookings/transitions/bulk', done('check_out', others)),
    );
    await office.task('print who has left', desk, 1, async (call) => {
      const { text } = await call.get(`/bookings/export?site=${site}&departing_on=${TERM_END}&status=checked_out`);
      expect(text.trim().split('\r\n')).toHaveLength(SIZE);
    });
    await office.task(
      'close a room for repairs',
      owner,
      1,
      (call) =>
      call.post(`/sites/${site}/closures`, { location: `code:${room(SIZE - 1)}`, from: '2026-12-21', to: '2027-01-08', kind: 'maintenance' }), // prettier-ignore
    );
    expect(await counts()).toEqual({ due: 0, inHouse: 1, leaving: 0, left: SIZE - 1 });
  });

  test('a summer school', async () => {
    const assignments = range(BEDS).map((index) => ({ person_id: `student_id:${student(index)}`, location_id: `code:${room(index)}` })); // prettier-ignore
    await office.task('book all beds as a block', owner, 1, (call) =>
      call.post('/bookings/bulk', { site, ...SUMMER, block: { name: 'Summer school' }, atomic: true, assignments }),
    );
    const block = encodeURIComponent('name:Summer school');
    const booked = await office.task('list the bookings of the block', owner, 1, async (call) => {
      const { body } = await call.get(`/bookings?site=${site}&block_booking=${block}&limit=200`);
      expect(body.total).toBe(BEDS);
      return body.data as Entry[];
    });
    const [one, two, three, ...kept] = bookingIds(booked) as [string, string, string, ...string[]];
    const nights = { from: SUMMER.contract_start, to: SUMMER.contract_end };
    const entry = await office.task('put somebody on the waiting list', desk, 1, async (call) => {
      const wanted = { person: `student_id:${student(BEDS + 2)}`, location_type: 'name:Room', ...nights };
      return (await call.post(`/sites/${site}/waiting-list`, wanted)).body._id as string;
    });
    const waiting = await office.task('release three beds, and see who waits for one', owner, 1, async (call) => {
      const cancelled = done('cancel', [one, two, three], { cancellation_code: 'requested_by_student' });
      const { results } = (await call.post('/bookings/transitions/bulk', cancelled)).body;
      return results.flatMap((row: { waiting: { _id: string; free_location: string }[] }) => row.waiting);
    });
    expect(waiting).toMatchObject([{ _id: entry }]);
    await office.task(
      'offer it until a date',
      desk,
      1,
      (call) =>
      call.post(`/sites/${site}/waiting-list/${entry}/offers`, { location: waiting[0].free_location, hold_until: '2027-06-01T12:00' }), // prettier-ignore
    );
    await office.task(
      'add a guest to the block',
      owner,
      1,
      (call) =>
      call.post('/bookings', { site, ...SUMMER, lead_person: `student_id:${student(BEDS)}`, location: `code:${room(BEDS)}`, block_booking: 'name:Summer school' }), // prettier-ignore
    );
    await office.task('put another name on a bed', owner, 1, (call) =>
      call.patch(`/bookings/${kept[0]}`, { site, lead_person: `student_id:${student(BEDS + 1)}` }),
    );
    await office.task('print the rooming list', owner, 1, async (call) => {
      const { text } = await call.get(`/bookings/export?site=${site}&block_booking=${block}&status=confirmed`);
      expect(text.trim().split('\r\n')).toHaveLength(1 + BEDS - 2);
    });
    const { body } = await owner.get(`/block-bookings?site=${site}`);
    expect(body.data[0].counts).toMatchObject({ confirmed: BEDS - 2, cancelled: 3 });
  });

  test('no task takes more than one call, but to set up the house', () => {
    const many = Object.entries(office.calls).filter(([, calls]) => calls > 1);
    expect(many.map(([name]) => name)).toEqual(['set up the house']);
    expect(Object.keys(office.calls).length).toBe(24);
  });
});
