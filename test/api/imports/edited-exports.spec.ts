import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

const exported = async (id: string) => {
  const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}`);
  const rows = parse(text, { columns: true, bom: true }) as unknown as Record<string, string>[];
  return rows.find(({ booking_id }) => booking_id === id) as Cells;
};

const CHANGED = ['needs_decision', ['change_not_imported']];
const seen = async (row: Cells) => {
  const { state, ...others } = await desk.look(row);
  return [state, codes(others)];
};

describe('an export that comes back with a cell that an import cannot change', () => {
  test.each([
    ['phase', 'in_house'],
    ['phase', 'cancelled'],
    ['flags', 'VIP'],
    ['flags', ''],
    ['block_booking', 'Summer school'],
    ['additional_people', 'Hopper, Grace'],
    ['checked_in_at', '2027-09-18T10:00:00Z'],
    ['cancellation_code', 'other'],
    ['created_at', '2020-01-01T00:00:00Z'],
    ['status', ''],
    ['notes', ''],
    ['vehicle_registration', ' '],
    ['contract_end', ''],
  ])('is a question: %s "%s"', async (column, value) => {
    const { room, student } = await desk.pair();
    const flag = await lodge.make.listEntry('flags', desk.site.id);
    const { _id } = await desk.book(room, student, { notes: 'Quiet side', vehicle_registration: 'AB12 CDE', flags: [flag] }); // prettier-ignore
    const row = await exported(_id);
    expect(await seen(row)).toEqual(['duplicate', []]);
    const edited = { ...row, [column]: value };
    const look = await desk.look(edited);
    expect([look.state, codes(look)]).toEqual(CHANGED);
    expect(look.issues.find(({ code }: { code: string }) => code === 'change_not_imported')).toMatchObject({
      field: column,
    });
    const undecided = await desk.commit([edited]);
    expect(undecided.body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    const accepted = await desk.commit([edited], [{ row_index: 0, action: 'update', accept: ['change_not_imported'] }]);
    expect(accepted.body.results).toMatchObject([{ outcome: 'skipped', reason: 'unchanged' }]);
    expect(await desk.booking(_id)).toMatchObject({ version: 1, notes: 'Quiet side' });
  });

  test('is a question for a row without an id of the booking, too, and next to a change that it can make', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student);
    const { booking_id: _, reference: __, ...row } = await exported(_id);
    expect((await seen({ ...row, phase: 'in_house' }))[0]).toBe('needs_decision');
    expect(await seen({ ...(await exported(_id)), phase: 'in_house', notes: 'Top floor' })).toEqual(CHANGED);
  });

  test('is none when only the day has changed it, or a program has left out columns', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student, { contract_start: '2026-11-22', notes: 'x' });
    const row = await exported(_id);
    expect(row.phase).toBe('upcoming');
    lodge.clock.set('2026-11-22T12:00:00.000Z');
    expect((await exported(_id)).phase).toBe('due_in');
    expect(await seen(row)).toEqual(['duplicate', []]);
    expect(await seen({ ...row, phase: 'overstay' })).toEqual(CHANGED);
    const { version, booking_id } = row;
    expect(await seen({ booking_id, version })).toEqual(['duplicate', []]);
    // Without a version nobody knows that the cell was filled.
    expect(await seen({ booking_id, notes: '' })).toEqual(['duplicate', []]);
  });

  test('is a question in another column that somebody added', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student);
    expect(await seen({ ...(await exported(_id)), 'New room': 'B2' })).toEqual(['needs_decision', ['unread_column']]);
  });

  test('is none in a whole file on the clock of the site that nobody edited', async () => {
    const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}&times=local`);
    const { body } = await desk.previewCsv(text);
    expect(new Set(body.rows.flatMap(codes))).toEqual(new Set());
  });
});

describe('an export of which a column was edited as a whole', () => {
  const ENDS = ['2028-06-10', '2028-06-17', '2028-06-12', '2028-06-30', '2028-06-21', '2028-06-14'];
  const made = async (more: (index: number) => object = () => ({})) => {
    const rows: Record<string, string>[] = [];
    for (const [index, contract_end] of ENDS.entries()) {
      const { room, student } = await desk.pair();
      const stay = { contract_start: '2027-09-13', contract_end, ...more(index) };
      const { _id } = await desk.book(room, student, stay);
      rows.push((await exported(_id)) as Record<string, string>);
    }
    return rows;
  };
  /** The rows with other cells in a column, and without the times that depend on them. */
  const withColumn = (rows: Record<string, string>[], column: string, cells: (string | undefined)[]) =>
    rows.map((row, index) => ({ ...row, [column]: cells[index] ?? '' }));
  const asked = async (rows: Cells[]) => {
    const { body } = await desk.preview(...rows);
    return body.rows.map((row: { state: string; issues: { code: string; field: string }[] }) =>
      row.issues.some(({ code, field }) => code === 'doubtful_value' && field !== null) ? 'asked' : row.state,
    );
  };
  const columnOf = (rows: Record<string, string>[], column: string) => rows.map((row) => row[column] ?? '');

  test('is a question where the days of departure were sorted alone, or moved by a line', async () => {
    const rows = await made();
    const ends = columnOf(rows, 'contract_end');
    const sorted = await asked(withColumn(rows, 'contract_end', ends.toSorted()));
    expect(sorted).toEqual(ends.toSorted().map((end, index) => (end === ends[index] ? 'duplicate' : 'asked')));
    const lower = await asked(withColumn(rows, 'contract_end', ['2028-06-01', ...ends]));
    expect(lower).toEqual(['ready', ...ends.slice(1).map(() => 'asked')]);
  });

  test('is a question where number plates or notes are one row too low', async () => {
    const rows = await made((index) => (index % 2 ? {} : { vehicle_registration: `AB12 CD${index}`, notes: `Guest ${index} of the choir` })); // prettier-ignore
    for (const column of ['vehicle_registration', 'notes']) {
      const answers = await asked(withColumn(rows, column, ['', ...columnOf(rows, column)]));
      expect(answers.filter((_: string, index: number) => index % 2)).toEqual(['asked', 'asked', 'asked']);
    }
  });

  test('is a question where the ends of parking were sorted alone', async () => {
    const rows = await made((index) => ({ vehicle_registration: `CD34 EF${index}`, parking_expiry_at: `${ENDS[index]}T12:00:00Z` })); // prettier-ignore
    const ends = columnOf(rows, 'parking_expiry');
    expect(ends.every((end) => end !== '')).toBe(true);
    const sorted = await asked(withColumn(rows, 'parking_expiry', ends.toSorted()));
    expect(sorted).toEqual(ends.toSorted().map((end, index) => (end === ends[index] ? 'duplicate' : 'asked')));
  });

  test('is a question where a day was dragged down, or a year mistyped', async () => {
    const rows = await made();
    const dragged = rows.map((_, index) => `2028-08-1${index}`);
    expect((await asked(withColumn(rows, 'contract_end', dragged))).slice(1)).toEqual(rows.slice(1).map(() => 'asked'));
    const ends = columnOf(rows, 'contract_end');
    const mistyped = await asked(withColumn(rows, 'contract_end', ['2031-06-10', ...ends.slice(1)]));
    expect(mistyped).toEqual(['asked', ...ends.slice(1).map(() => 'duplicate')]);
  });

  test('is a question where arrivals, ends of parking or notes were dragged down', async () => {
    const rows = await made(() => ({ parking_expiry_at: '2028-06-09T12:00:00Z', notes: 'Key 4' }));
    const dragged = {
      contract_start: rows.map((_, index) => `2027-09-${13 + index}`),
      parking_expiry: rows.map((_, index) => `2028-06-0${index + 2}T12:00:00.000Z`),
      notes: rows.map((_, index) => `Key ${4 + index}`),
    };
    for (const [column, cells] of Object.entries(dragged)) {
      const answers = await asked(withColumn(rows, column, cells));
      expect([column, new Set(answers.slice(1))]).toEqual([column, new Set(['asked'])]);
    }
  });

  test('is a question where a room was dragged down', async () => {
    const rows = await made();
    const codes = rows.map((_, index) => `Q-14${index + 1}`);
    for (const code of codes) await lodge.make.room(desk.site, { code, name: code });
    expect((await asked(withColumn(rows, 'room', codes))).slice(1)).toEqual(codes.slice(1).map(() => 'asked'));
  });

  test('is no question where all stays become longer by the same days, or end on one day', async () => {
    const rows = await made();
    const one = await asked(withColumn(rows, 'contract_end', rows.map(() => '2028-07-07'))); // prettier-ignore
    expect(new Set(one)).toEqual(new Set(['ready']));
    const longer = columnOf(rows, 'contract_end').map((day) => day.replace('-06-', '-07-'));
    expect(new Set(await asked(withColumn(rows, 'contract_end', longer)))).toEqual(new Set(['ready']));
  });
});

test('a row of an old export whose moment lost its zone does not take a change back', async () => {
  const { room, student } = await desk.pair();
  const { _id } = await desk.book(room, student, { contract_end: '2028-06-30' });
  const { version: _, ...row } = (await exported(_id)) as Record<string, string>;
  const changed = await desk.client.patch(`/bookings/${_id}`, { site: desk.site.id, contract_end: '2028-07-04' });
  expect(changed.status).toBe(200);
  // Of the afternoon, as a clock that is five hours behind shows it: later than the change, if it is taken for a time of the site.
  const stamp = '2026-11-22 17:30:00';
  expect(await seen({ ...row, updated_at: stamp })).toEqual(['needs_decision', ['changed_since_export']]);
});
