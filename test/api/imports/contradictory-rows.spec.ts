import { describe, expect, test } from '@jest/globals';
import { type Cells, codes, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

interface Row {
  state: string;
  planned: string;
  issues: { code: string; severity: string; value: string; message: string }[];
}

const { desk } = await useImportDesk({ worker: true });

describe('rows that repeat another row or a booking, and say something else', () => {
  const seen = async (...cells: Cells[]) => ((await desk.preview(...cells)).body.rows as Row[]).map(shortly);
  // Of two rows that want one place, the later one says so, too.
  const shortly = (row: Row) => [row.state, codes(row).filter((code) => code !== 'conflict_in_file')];
  const asked = ['needs_decision', ['contradicts_row']];

  test.each([
    ['the departure', {}, { contract_end: '2028-07-31' }, 'contract_end'],
    ['the status', { status: 'confirmed' }, { status: 'provisional' }, 'status'],
    ['the notes', { notes: 'Ground floor' }, { notes: 'Top floor' }, 'notes'],
    ['notes that only one has', {}, { notes: 'Top floor' }, 'notes'],
    ['the number plate', { vehicle_registration: 'AB 1' }, { vehicle_registration: 'AB 2' }, 'vehicle_registration'],
  ])('two rows of a file about one stay that differ in %s are both questions', async (_, one, other, column) => {
    const { cells } = await desk.pair();
    const { body } = await desk.preview({ ...cells, ...one }, { ...cells, ...other });
    const rows = body.rows as Row[];
    expect(rows.map(shortly)).toEqual([asked, asked]);
    expect(rows.map(({ issues }) => issues.find(({ code }) => code === 'contradicts_row'))).toMatchObject([
      { value: '1', message: expect.stringMatching(new RegExp(`row 1 .*: ${column}$`)) },
      { value: '0', message: expect.stringMatching(new RegExp(`row 0 .*: ${column}$`)) },
    ]);
    const before = await desk.count();
    const { body: made } = await desk.commit([
      { ...cells, ...one },
      { ...cells, ...other },
    ]);
    expect(made.results).toMatchObject([{ reason: 'unresolved' }, { reason: 'unresolved' }]);
    expect(await desk.count()).toBe(before);
  });

  test('a row that cancels what another row books makes both questions', async () => {
    const { cells } = await desk.pair();
    const rows = await seen({ ...cells, status: 'confirmed' }, { ...cells, status: 'cancelled' });
    expect(rows).toEqual([asked, ['needs_decision', ['contradicts_row', 'status_not_imported']]]);
  });

  test.each([
    ['a later arrival', { contract_start: '2027-09-25' }],
    ['an earlier arrival', { contract_start: '2027-09-17' }],
    ['other days within the stay', { contract_start: '2027-12-01', contract_end: '2028-01-10', status: 'no show' }],
    ['no arrival', { contract_start: '' }],
    ['no room', { room: '' }],
  ])('a row that cancels a stay of the person in that room with %s makes a question of it', async (_, more) => {
    const [{ cells }, other] = [await desk.pair(), await desk.pair()];
    const off = { ...cells, status: 'cancelled', ...more };
    const [row] = await seen({ ...cells, status: 'confirmed' }, off);
    expect(row).toEqual(asked);
    // Somebody else, another room, and nights that the stay does not have are no contradiction.
    for (const apart of [
      { student_id: other.cells.student_id },
      { room: other.cells.room },
      { contract_start: '2028-06-30', contract_end: '2028-09-01' },
    ])
      // prettier-ignore
      expect((await seen({ ...cells, status: 'confirmed' }, { ...off, ...apart }))[0]).toEqual(['ready', []]);
  });

  test('a row that says the same in every field is a harmless repeat, in other words, too', async () => {
    const { cells } = await desk.pair({ first_name: 'Ada', last_name: 'Byron' });
    const again = { ...cells, room: String(cells.room).toLowerCase(), contract_start: '18 September 2027', status: 'confirmed' }; // prettier-ignore
    expect(await seen(cells, again)).toEqual([['ready', []], ['duplicate', ['duplicate_in_file']]]); // prettier-ignore
  });

  test('one of two rows is imported when somebody accepts it, or corrects it; of two that are accepted none', async () => {
    const { cells } = await desk.pair();
    const other = { ...cells, contract_end: '2028-07-31' };
    const accept = (row_index: number) => ({ row_index, action: 'create', accept: ['contradicts_row'] });
    const corrected = { row_index: 1, action: 'create', values: { contract_end: STAY.contract_end } };
    const second = await desk.commit([cells, other], [accept(1)]);
    expect(second.body.results).toMatchObject([{ reason: 'unresolved' }, { outcome: 'created' }]);
    const two = await desk.pair();
    const both = await desk.commit([two.cells, { ...two.cells, notes: 'x' }], [accept(0), accept(1)]);
    expect(both.body.results).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }]);
    const three = await desk.pair();
    const agreed = await desk.commit([three.cells, { ...three.cells, contract_end: '2028-07-31' }], [corrected]);
    expect(agreed.body.results).toMatchObject([{ outcome: 'created' }, { reason: 'duplicate_in_file' }]);
  });

  test('two rows of one booking that differ are both questions, by its reference or its id', async () => {
    const { room, student } = await desk.pair();
    const { _id: booking_id, reference } = await desk.book(room, student);
    const [one, other] = [{ contract_end: '2028-07-15' }, { contract_end: '2028-07-31' }];
    expect(await seen({ reference, ...one }, { reference, ...other })).toEqual([asked, asked]);
    expect(await seen({ booking_id, ...one }, { booking_id, ...other })).toEqual([asked, asked]);
    expect(await seen({ booking_id, ...one }, { reference, ...other })).toEqual([asked, asked]);
    expect(await seen({ reference, ...one }, { reference, ...one })).toEqual([['ready', []], ['duplicate', ['duplicate_in_file']]]); // prettier-ignore
  });

  test.each([
    ['another departure', {}, { contract_end: '2028-07-31' }],
    ['new notes', {}, { notes: 'Ground floor' }],
    ['a number plate', {}, { vehicle_registration: 'AB12 CDE' }],
  ])(
    'a row of a stay that is booked with %s is a question, and an update when somebody says so',
    async (_, booked, more) => {
      // prettier-ignore
      const { cells, room, student } = await desk.pair();
      const { _id } = await desk.book(room, student, booked);
      const row = { ...cells, ...more };
      expect(await desk.look(row)).toMatchObject({ state: 'needs_decision', planned: 'update', booking_id: _id });
      expect(await seen(row)).toEqual([['needs_decision', ['duplicate_existing']]]);
      expect((await desk.commit([row])).body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
      const { body } = await desk.commit([row], [{ row_index: 0, action: 'update' }]);
      expect(body.results).toMatchObject([{ outcome: 'updated', booking_id: _id }]);
      expect(await desk.booking(_id)).toMatchObject(more);
      expect(await seen(row)).toEqual([['duplicate', ['duplicate_existing']]]);
    },
  );

  test('a row of a stay that is booked with another status is a question', async () => {
    const { cells, room, student } = await desk.pair();
    await desk.book(room, student, { status: 'provisional' });
    expect((await seen({ ...cells, status: 'confirmed' }))[0]).toEqual(['needs_decision', ['duplicate_existing', 'status_not_imported']]); // prettier-ignore
    expect((await seen({ ...cells, status: 'cancelled' }))[0]?.[0]).toBe('needs_decision');
    expect((await seen({ ...cells, status: 'provisional' }))[0]?.[0]).toBe('duplicate');
    expect((await seen(cells))[0]?.[0]).toBe('duplicate');
  });
});
