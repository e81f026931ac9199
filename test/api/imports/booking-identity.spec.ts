import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk();

describe('a row that names a booking which it contradicts', () => {
  const seen = async (cells: Cells) => {
    const row = await desk.look(cells);
    return [row.state, row.planned, codes(row)];
  };
  const asked = (code: string) => ['needs_decision', 'update', [code]];
  const ready = ['ready', 'update', []];

  test('is asked about when it is of another person, or of another room and other days', async () => {
    const [mine, other] = [await desk.pair(), await desk.pair()];
    const { reference } = await desk.book(mine.room, mine.student);
    const moved = { ...mine.cells, reference, room: other.cells.room };
    expect(await seen({ ...mine.cells, reference, student_id: other.cells.student_id })).toEqual(asked('person_ambiguous')); // prettier-ignore
    expect(await seen({ ...moved, contract_start: '2027-10-01' })).toEqual(asked('identity_conflict'));
    expect(await seen({ ...moved, contract_end: '2028-07-31' })).toEqual(asked('identity_conflict'));
  });

  test('is ready when it corrects one field of the same person', async () => {
    const [mine, other] = [await desk.pair(), await desk.pair()];
    const { reference } = await desk.book(mine.room, mine.student);
    const row = { ...mine.cells, reference };
    for (const more of [
      { contract_end: '2028-07-31' },
      { contract_start: '2027-09-20' },
      { notes: 'Late' },
      { room: other.cells.room },
    ])
      // prettier-ignore
      expect([more, await seen({ ...row, ...more })]).toEqual([more, ready]);
  });

  test('is asked about when it moves a resident, or has one arrive later or leave before today', async () => {
    const [mine, other] = [await desk.pair(), await desk.pair()];
    const stay = { contract_start: '2026-09-18', contract_end: '2027-06-30' };
    const { reference } = await desk.book(mine.room, mine.student, { ...stay, status: 'checked_in' });
    const row = { ...mine.cells, ...stay, reference };
    expect(await seen({ ...row, contract_start: '2027-01-05' })).toEqual(asked('identity_conflict'));
    expect(await seen({ ...row, contract_end: '2026-10-31' })).toEqual(asked('identity_conflict'));
    expect(await seen({ ...row, room: other.cells.room })).toEqual(asked('lives_elsewhere'));
    expect(await seen({ ...row, student_id: other.cells.student_id })).toEqual(asked('person_ambiguous'));
    expect(await seen({ ...row, contract_end: '2027-07-31' })).toEqual(ready);
  });
});
