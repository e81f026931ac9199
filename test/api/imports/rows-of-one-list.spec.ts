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
    expect((await seen([{ ...one, contract_start: '2028-02-01', contract_end: '2029-01-20' }, ...others]))[0]).toEqual(
      [],
    );
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

describe('what the last days of a file are', () => {
  const key = (name: string) => `stay-end-${name}-${Date.now()}`;
  const withEnd = async (path: string, rows: Cells[], more: object) =>
    (await desk.client.post(`/bookings/import/${path}`, { site: desk.site.id, rows: desk.rows(...rows), ...more }))
      .body;
  const ends = ({ rows }: { rows: { normalized: { contract_end: string } }[] }) => rows.map(({ normalized }) => normalized.contract_end); // prettier-ignore
  const list = async () => {
    const [one, two, three] = (await pairs(3)) as [Cells, Cells, Cells];
    return [
      { ...one, contract_end: '2028-01-07' },
      { ...one, room: two['room'], contract_start: '2028-01-08' },
      { ...three, contract_end: '' },
    ];
  };

  test('is declared for the file: last nights are the days before departures', async () => {
    const rows = (await list()).slice(0, 2);
    const nights = await withEnd('preview', rows, { stay_end: 'last_night' });
    expect([ends(nights), nights.summary.ready]).toEqual([['2028-01-08', '2028-07-01'], 2]);
    const days = await withEnd('preview', rows, { stay_end: 'departure' });
    expect([ends(days), days.summary.ready]).toEqual([['2028-01-07', '2028-06-30'], 2]);
    // A single night ends with the day after it.
    const [one] = await pairs(1);
    const night = { ...one, contract_end: one['contract_start'] };
    expect(ends(await withEnd('preview', [night], { stay_end: 'last_night' }))).toEqual(['2027-09-19']);
    const other = { site: desk.site.id, rows: desk.rows(...rows), stay_end: 'nights' };
    expect((await desk.client.post('/bookings/import/preview', other)).status).toBe(400);
  });

  test('is remembered for the next file with the same headers, as last nights only', async () => {
    const column = `Leaves ${Date.now()}`;
    const renamed = (rows: Cells[]) =>
      rows.map(({ contract_end: end, ...cells }): Cells => ({ ...cells, [column]: end }));
    const columns = { [column]: 'contract_end' };
    const [first, second] = [renamed((await list()).slice(0, 2)), renamed((await list()).slice(0, 2))];
    const { body: seenFirst } = await desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(...first), columns }); // prettier-ignore
    const { results } = await withEnd('commit', [], { rows: undefined, preview_id: seenFirst.preview_id, stay_end: 'last_night', idempotency_key: key('one') }); // prettier-ignore
    expect(results).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
    expect((await desk.booking(results[0].booking_id)).contract_end).toBe('2028-01-08');
    const next = await withEnd('preview', second, {});
    expect([ends(next), next.declared, next.remembered.used]).toEqual([['2028-01-08', '2028-07-01'], { columns, stay_end: 'last_night' }, ['columns', 'stay_end']]); // prettier-ignore
    await withEnd('commit', second, { stay_end: 'departure', idempotency_key: key('two') });
    expect((await withEnd('preview', renamed((await list()).slice(0, 2)), {})).declared).toEqual({ columns });
  });

  test('counts for rows that failed and are sent again', async () => {
    const [one] = await pairs(1);
    const [bad] = [{ ...one, contract_start: '2027-13-45', contract_end: '2028-01-07' }];
    const { import_id: id } = await withEnd('commit', [bad], {
      stay_end: 'last_night',
      idempotency_key: key('failed'),
    });
    const { body } = await desk.preview({ ...bad, contract_start: '2027-09-18', lodge_import: id });
    expect(ends(body)).toEqual(['2028-01-08']);
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
