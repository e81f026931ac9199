import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true, desk: { time_zone: 'Europe/Berlin' } });

const ASKED = ['needs_decision', ['doubtful_value']];
const READY = ['ready', []];
const accept = [{ row_index: 0, action: 'create', accept: ['doubtful_value'] }];

const look = async (more: Cells) => desk.look({ ...(await desk.pair()).cells, ...more });
const seen = async (more: Cells) => {
  const row = await look(more);
  return [row.state, codes(row)];
};

describe('a departure slot without a time of day', () => {
  test.each([
    ['a day', '2028-06-30'],
    ['a day as a spreadsheet numbers it', 46_934],
    ['midnight', '2028-06-30 00:00'],
    ['midnight of the site in UTC', '2028-06-29T22:00:00Z'],
    ['midnight in UTC, which is night at the site', '2028-06-30T00:00:00Z'],
  ])('is a question, and imported without a time when it is accepted: %s', async (_, departure_slot) => {
    const row = await look({ departure_slot });
    expect([row.state, codes(row), row.normalized.departure_slot]).toEqual([...ASKED, null]);
    expect(row.issues.at(-1)).toMatchObject({ field: 'departure_slot', severity: 'warning' });
    const { cells } = await desk.pair();
    const undecided = await desk.commit([{ ...cells, departure_slot }]);
    expect(undecided.body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    const { results } = (await desk.commit([{ ...cells, departure_slot }], accept)).body;
    expect(await desk.booking(results[0].booking_id)).toMatchObject({ departure_slot_at: null });
  });

  test('is corrected with a time', async () => {
    const { cells } = await desk.pair();
    const resolutions = [{ row_index: 0, action: 'create', values: { departure_slot: '2028-06-30 10:00' } }];
    const { results } = (await desk.commit([{ ...cells, departure_slot: '2028-06-30' }], resolutions)).body;
    expect(await desk.booking(results[0].booking_id)).toMatchObject({ departure_slot_at: '2028-06-30T08:00:00.000Z' });
  });

  test('repeats another row that says the same', async () => {
    const { cells } = await desk.pair();
    const row = { ...cells, departure_slot: '2028-06-30' };
    expect((await desk.preview(row, row)).body.rows.map(codes)).toEqual([['doubtful_value'], ['duplicate_in_file']]); // prettier-ignore
  });

  test('changes nothing in a booking that has a time, and is no question for one that has this midnight already', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const timed = await desk.book(one.room, one.student, { departure_slot_at: '2028-06-30T08:00:00Z' });
    const midnight = await desk.book(two.room, two.student, { departure_slot_at: '2028-06-29T22:00:00Z' });
    const row = await desk.look({ booking_id: timed._id, departure_slot: '2028-06-30' });
    expect([row.state, codes(row), row.changes]).toEqual([...ASKED, []]);
    expect((await desk.look({ booking_id: midnight._id, departure_slot: '2028-06-29T22:00:00Z' })).state).toBe('duplicate'); // prettier-ignore
    expect((await desk.look({ booking_id: midnight._id, departure_slot: '2028-06-30' })).state).toBe('duplicate');
  });

  test.each(['2028-06-30 06:00', '2028-06-30T10:00:00Z', 46_934.375])('is none if it has one: %s', async (text) => {
    expect(await seen({ departure_slot: text })).toEqual(READY);
  });
});

test.each(["''", '..', '...', '.', ',', '"', '〃'])(
  'a name that is only %s is a question, and a dash is not',
  async (mark) => {
    const { cells } = await desk.pair({ first_name: 'Oliver', last_name: 'Blackwood' });
    for (const field of ['first_name', 'last_name']) {
      const row = await desk.look({ ...cells, [field]: mark });
      expect([row.state, row.issues[0].code, row.issues[0].field]).toEqual(['needs_decision', 'doubtful_value', field]); // prettier-ignore
    }
    for (const field of ['last_name', 'email'])
      expect(codes(await desk.look({ ...cells, [field]: '-' }))).not.toContain('doubtful_value');
    expect((await desk.look({ ...cells, email: mark })).state).toBe('error');
  },
);

describe('a number plate that other rows have', () => {
  const previewed = async (plates: string[]) => {
    const rows = [];
    for (const vehicle_registration of plates) rows.push({ ...(await desk.pair()).cells, vehicle_registration });
    return (await desk.preview(...rows)).body.rows.map((row: { state: string }) => row.state);
  };

  test('is a question for each of them, in any spelling', async () => {
    expect(await previewed(['AB12 CDE', 'ab12cde', 'XY34 FGH'])).toEqual(['needs_decision', 'needs_decision', 'ready']);
  });

  test('is a question where it counts on from row to row, and not where two follow each other', async () => {
    expect(new Set(await previewed(['M-AB 123', 'M-AB 124', 'M-AB 125']))).toEqual(new Set(['needs_decision']));
    expect(new Set(await previewed(['M-AB 125', 'M-AB 124', 'M-AB 123']))).toEqual(new Set(['needs_decision']));
    expect(new Set(await previewed(['M-AB 123', 'M-AB 124', 'M-XY 125']))).toEqual(new Set(['ready']));
  });

  test('is no question for two stays of one person', async () => {
    const { cells } = await desk.pair();
    const plate = { vehicle_registration: 'KL 99 MNO' };
    const later = { contract_start: '2028-09-18', contract_end: '2029-06-30' };
    const { rows } = (await desk.preview({ ...cells, ...plate }, { ...cells, ...plate, ...later })).body;
    expect(rows.map((row: { state: string }) => row.state)).toEqual(['ready', 'ready']);
  });
});

// The stay is from 2027-09-18 to 2028-06-30.
describe('a moment at night', () => {
  test.each([
    ['departure_slot', '30/06/2028 1:30'],
    ['departure_slot', '2028-06-30 03:00'],
    ['departure_slot', '2028-06-30T22:00'],
    ['departure_slot', '2028-06-29T22:30:00Z'],
    ['parking_expiry', '2028-06-20 2:00'],
    ['parking_expiry', '2028-06-20T05:59:59'],
    ['hold_until', '2027-09-17 1:00'],
  ])('is a question, and imported as it is when it is accepted: %s %s', async (field, text) => {
    const status = field === 'hold_until' ? 'provisional' : 'confirmed';
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, status, [field]: text });
    expect([row.state, codes(row), row.issues.at(-1).field]).toEqual([...ASKED, field]);
    const { results } = (await desk.commit([{ ...cells, status, [field]: text }], accept)).body;
    const booking = await desk.booking(results[0].booking_id);
    expect(booking[field === 'hold_until' ? field : `${field}_at`]).toBe(row.normalized[field]);
    expect((await desk.look({ booking_id: results[0].booking_id, [field]: text })).state).toBe('duplicate');
  });

  test.each([
    ['departure_slot', '30/06/2028 12:30'],
    ['departure_slot', '2028-06-30 21:59'],
    ['parking_expiry', '2028-06-20 23:59'],
    ['parking_expiry', '2028-06-20'],
  ])('is no question if things end then: %s %s', async (field, text) => {
    expect(await seen({ [field]: text })).toEqual(READY);
  });
});

describe('a cell of a column of number plates', () => {
  test.each([
    'lost',
    'Returned',
    'see row 3',
    'permit 12',
    'Bay 14',
    '2 cars',
    'blue BMW',
    'TBC',
    'yes',
    'AB12 CDE, XY34 ZZZ',
    'sold 12/09',
    '2027-03-01',
    '07700 900123',
    '?',
    'LOST 2',
  ])(
    'that can hardly be a plate is a question, and stored as it is when it is accepted: %s',
    async (vehicle_registration) => {
      const { cells } = await desk.pair();
      const row = { ...cells, vehicle_registration: vehicle_registration.slice(0, 16) };
      expect(await seen({ vehicle_registration: row.vehicle_registration })).toEqual(ASKED);
      const { results } = (await desk.commit([row], accept)).body;
      expect(await desk.booking(results[0].booking_id)).toMatchObject(row.vehicle_registration === undefined ? {} : { vehicle_registration: row.vehicle_registration }); // prettier-ignore
    },
  );

  test.each([
    'AB12 CDE',
    'ab12cde',
    'B-MW 1234',
    'GAP-AB 12E',
    'AA-123-BB',
    '1234 BCD',
    'AA-00-AA',
    'WPI 1A23',
    '12-D-12345',
    'А123ВС 77',
    '京A·12345',
    'MH 12 AB 1234',
    'A 1',
    '12-345-67',
    '7ABC123',
  ])('that looks like one is a plate: %s', async (vehicle_registration) => {
    expect(await seen({ vehicle_registration })).toEqual(READY);
  });

  test('that says that there is no car contradicts a booking with a plate, and a date until which it may park', async () => {
    const { room, student, cells } = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student, { vehicle_registration: 'AB12 CDE' });
    expect((await desk.look(cells)).state).toBe('duplicate');
    expect((await desk.look({ ...cells, vehicle_registration: 'none' })).state).toBe('needs_decision');
    const row = await desk.look({ booking_id, vehicle_registration: 'none' });
    expect([row.state, codes(row)]).toEqual(['needs_decision', ['contradicting_cells']]);
    expect(await seen({ vehicle_registration: 'n/a', parking_expiry: '2028-05-01' })).toEqual(['needs_decision', ['contradicting_cells']]); // prettier-ignore
    expect(await seen({ vehicle_registration: 'n/a' })).toEqual(READY);
  });

  test('that a booking has already is no question', async () => {
    const { room, student } = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student, { vehicle_registration: 'HELLO' });
    expect((await desk.look({ booking_id, vehicle_registration: 'HELLO' })).state).toBe('duplicate');
  });
});
