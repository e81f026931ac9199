import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

const rowsOf = async (rows: Cells[]) => (await desk.preview(...rows)).body.rows;
const seen = async (rows: Cells[]) => (await rowsOf(rows)).map((row: { issues: never[] }) => codes(row));
const pairs = async (count: number) => {
  const all: Cells[] = [];
  for (let index = 0; index < count; index++) all.push((await desk.pair()).cells);
  return all as [Cells, Cells, ...Cells[]];
};

describe('a stay of which only the year differs from those of other rows', () => {
  test.each([
    [{ contract_end: '2029-06-30' }, 'contract_end'],
    [{ contract_start: '2026-09-18' }, 'contract_start'],
    [{ contract_start: '2028-09-18', contract_end: '2029-06-30' }, 'contract_start'],
  ])('is a question: %j', async (more, field) => {
    const [one, ...others] = await pairs(4);
    const [row, ...rest] = await rowsOf([{ ...one, ...more }, ...others]);
    expect([row.state, row.issues.at(-1)]).toMatchObject(['needs_decision', { code: 'doubtful_value', field }]);
    expect(rest.map(codes)).toEqual([[], [], []]);
    // Two stays are not yet what is usual; other days are another stay.
    expect((await seen([{ ...one, ...more }, ...others.slice(0, 2)]))[0]).toEqual([]);
    expect((await seen([{ ...one, contract_end: '2029-07-07' }, ...others]))[0]).toEqual([]);
  });

  test('is no question if several rows have that year', async () => {
    const all = await pairs(6);
    expect(await seen(all.map((row, index) => (index < 2 ? { ...row, contract_end: '2029-06-30' } : row)))).toEqual(all.map(() => [])); // prettier-ignore
  });
});

describe('a list in which somebody arrives on the day after their stay ends', () => {
  const moved = ([one, other]: Cells[], day: string): Cells[] => [
    { ...one, contract_end: '2028-01-07' },
    { ...one, room: other?.['room'], contract_start: day },
  ];
  const asked = ['doubtful_value'];

  test('may write last nights, so that each departure is a question', async () => {
    const [one, two, three] = (await pairs(3)) as [Cells, Cells, Cells];
    const rows = [...moved([one, two], '2028-01-08'), three];
    expect(await seen(rows)).toEqual([asked, asked, asked]);
    expect(await seen([{ ...one, contract_end: '2027-12-17' }, { ...one, contract_start: '2027-12-18' }])).toEqual([asked, asked]); // prettier-ignore
    expect(await seen(moved([one, two], '2028-01-09'))).toEqual([[], []]);
    expect(await seen(moved([one, two], '2028-01-07'))).toEqual([[], []]);
    const { body } = await desk.commit([...rows], [{ row_index: 2, action: 'create', accept: asked }]);
    expect(body.results).toMatchObject([{ reason: 'unresolved' }, { reason: 'unresolved' }, { outcome: 'created' }]);
  });

  test('does not, if somebody else moves on the day on which their stay ends: only the gap is a question', async () => {
    const all = await pairs(5);
    const rows = [...moved(all.slice(0, 2), '2028-01-08'), ...moved(all.slice(2, 4), '2028-01-07'), all[4] as Cells];
    expect(await seen(rows)).toEqual([asked, [], [], [], []]);
  });
});

describe('a line without a room that has a status', () => {
  const days = { contract_start: '2027-09-18', contract_end: '2028-06-30' };
  test.each([
    { student_id: 'Group Erasmus', ...days },
    { first_name: 'Group', last_name: 'Erasmus', ...days, notes: 'waiting for contract' },
    { student_id: 'G17', first_name: 'Erasmus', last_name: 'Office', email: 'erasmus@uni.example', ...days },
  ])('may say the status of the rows below it that have none: %j', async (group) => {
    const [one, two, three] = (await pairs(3)) as [Cells, Cells, Cells];
    const line = { ...group, room: '', status: 'Provisional' };
    const blank = (row: Cells) => ({ ...row, status: '' });
    const rows = [line, blank(one), blank(two), { ...three, status: 'Confirmed' }];
    const found = await rowsOf(rows);
    expect(found.map(({ state }: { state: string }) => state)).toEqual(['error', 'needs_decision', 'needs_decision', 'ready']); // prettier-ignore
    expect(codes(found[1])).toEqual(['status_unknown']);
    const { body } = await desk.commit(rows, [
      { row_index: 0, action: 'skip' },
      { row_index: 1, action: 'create', status: 'provisional' },
    ]);
    expect(body.results.slice(1)).toMatchObject([{ outcome: 'created' }, { reason: 'unresolved' }, { outcome: 'created' }]); // prettier-ignore
    expect((await seen([{ ...line, status: 'Confirmed' }, blank(two)]))[1]).toEqual([]);
  });
});
