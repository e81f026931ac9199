import { expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { textTable } from '#libs/core/csv/text-table';

interface Row {
  row_index: number;
  state: string;
  issues: { code: string; severity: string; value: string; message: string }[];
}

const { lodge, desk } = await useImportDesk({ worker: true });

const COLUMNS = ['student_id', 'room', 'contract_start', 'contract_end', 'notes'];
const IGNORE = { 'section line': 'ignore' };
let keys = 0;

const stays = (count: number) => Promise.all(Array.from({ length: count }, () => desk.pair()));
const lineOf = ({ student_id, room, contract_start, contract_end }: Cells, notes = '') =>
  [student_id, room, contract_start, contract_end, notes] as string[];
const csvOf = (lines: string[][], columns = COLUMNS) =>
  [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
const jsonOf = (lines: string[][]) =>
  lines.map((line) => Object.fromEntries(COLUMNS.map((column, index) => [column, line[index]])));
const seen = (rows: Row[]) => rows.map((row) => [row.state, ...codes(row)]);
const upload = (kind: string, file: string | Buffer, more: object = {}, type = 'text/csv') => {
  const query = new URLSearchParams({ site: desk.site.id, ...more });
  return desk.client.post(`/bookings/import/${kind}?${query.toString()}`, file, { 'content-type': type });
};
const commit = (file: string, columns?: object) => upload('commit', file, { idempotency_key: `sections-${++keys}`, ...(columns && { columns: JSON.stringify(columns) }) }); // prettier-ignore

const READY: string[] = ['ready'];
const ASKED = ['needs_decision', 'unread_column'];
const LINE = ['error', 'missing_required'];

test.each([
  ['alone in the first column', ['CANCELLED:', '', '', '', ''], READY],
  ['alone in the last column', ['', '', '', '', 'Block B'], ASKED],
  ['a date', ['', '', '2027-09-18', '', ''], READY],
  ['a word and what it says', ['Status', 'cancelled', '', '', ''], ASKED],
  ['one text in all cells', ['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED'], ASKED],
  ['words where others have ids and days', ['NB', 'both cancelled', 'by phone', '', 'see mail'], ASKED],
  ['a sum before more rows', ['Total', '2', '', '', ''], READY],
  ['names of columns that say something else', ['Student', 'Room', 'Arrival', 'Departure', 'Cancelled?'], READY],
  ['names of columns that nobody knows', ['Who', 'Where', 'When', 'Until', 'Why'], ASKED],
  ['names of fewer columns', ['Student', 'Room', 'Arrival', 'Departure', ''], READY],
])('rows next to a line that is no row ask what it says of them: %s', async (_, line, above) => {
  const [one, two, three] = (await stays(3)).map(({ cells }, n) => lineOf(cells, `note ${n}`)) as [
    string[],
    string[],
    string[],
  ];
  const lines = [one, line, two, three];
  const text = line.filter(Boolean).join(' | ');
  const xlsx = await textTable([COLUMNS, ...lines], 'xlsx');
  for (const { body } of [
    await desk.previewCsv(csvOf(lines)),
    await desk.preview(...jsonOf(lines)),
    await upload('preview', xlsx, {}, XLSX_TYPE),
  ]) {
    expect(seen(body.rows)).toEqual([above, LINE, ASKED, ASKED]);
    expect(body.rows[2].issues.at(-1)).toMatchObject({ value: 'section line', message: expect.stringContaining(text) });
    expect(body.columns.unknown).toEqual(['section line']);
    // What a preview shows can be sent again.
    const again = await desk.preview(...body.rows.map(({ values }: { values: Cells }) => values));
    expect(seen(again.body.rows)).toEqual([above, LINE, ASKED, ASKED]);
  }
  const before = await desk.count();
  const undecided = await commit(csvOf(lines));
  expect(undecided.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    above === READY ? 'created' : 'skipped',
    'failed',
    'skipped',
    'skipped',
  ]);
  expect(await desk.count()).toBe(before + (above === READY ? 1 : 0));
  const decided = await commit(csvOf(lines), IGNORE);
  expect(decided.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    above === READY ? 'skipped' : 'created',
    'failed',
    'created',
    'created',
  ]);
});

test.each([
  ['a sentence in the first column', ['None of the above is confirmed yet', '', '', '', ''], ASKED],
  ['a remark about one of them', ['NB: Jan de Vries cancelled', '', '', '', ''], ASKED],
  ['only the notes', ['', '', '', '', 'both cancelled 01/09'], ASKED],
  ['one text in all cells', ['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED'], ASKED],
  ['in words that no list of words has', ['ci ludzie nas opuścili', '', '', '', ''], ASKED],
  ['a sum that is one of something', ['Total cancelled', '2', '', '', ''], ASKED],
  ['a sum', ['Total', '2', '', '', ''], READY],
  ['the end of a page', ['Page 1 of 1', '', 'printed 18/11/2026 10:22', '', ''], READY],
])('a line below the last rows is about those above it: %s', async (_, line, above) => {
  const [one, two] = (await stays(2)).map(({ cells }) => lineOf(cells)) as [string[], string[]];
  const lines = [one, two, line];
  for (const { body } of [await desk.previewCsv(csvOf(lines)), await desk.preview(...jsonOf(lines))])
    expect(seen(body.rows)).toEqual([above, above, LINE]);
  const decided = await commit(csvOf(lines), IGNORE);
  expect(decided.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'created', 'failed']); // prettier-ignore
});

test('an empty line shows that a heading is of the rows below it', async () => {
  const [one, two] = (await stays(2)).map(({ cells }) => lineOf(cells)) as [string[], string[]];
  const empty = ['', '', '', '', ''];
  const { body } = await desk.previewCsv(csvOf([one, empty, ['Block B', '', '', '', ''], two]));
  expect(seen(body.rows)).toEqual([READY, LINE, ASKED]);
});

test('the line itself says one thing, and stays a line when it is sent again as a failed row', async () => {
  const [one, two] = (await stays(2)).map(({ cells }) => lineOf(cells)) as [string[], string[]];
  const { body } = await commit(csvOf([one, ['CANCELLED:', '', '', '', ''], two]));
  expect(body.results[1].issues).toEqual([
    expect.objectContaining({
      code: 'missing_required',
      field: null,
      message: expect.stringContaining('is no booking'),
    }),
  ]);
  const failed = await desk.client.get(`/bookings/imports/${body.import_id}/rows?site=${desk.site.id}`);
  const again = await desk.previewCsv(failed.text.replace(/^\ufeff/, ''));
  expect(seen(again.body.rows)).toEqual([LINE, ASKED]);
});

test('a line without the separators of the others may also be the rest of the row above it', async () => {
  const [one, two] = (await stays(2)).map(({ cells }) => lineOf(cells)) as [string[], string[]];
  const { body } = await desk.previewCsv(csvOf([one, ['CANCELLED:'], two]));
  expect(seen(body.rows)).toEqual([['needs_decision', 'ragged_row'], [...LINE, 'ragged_row'], ASKED]);
});

test('what a line says can be read as a field of the rows below it', async () => {
  const [one, two] = (await stays(2)).map(({ cells }) => lineOf(cells)) as [string[], string[]];
  const file = csvOf([one, ['CANCELLED', '', '', '', ''], two]);
  const { body } = await upload('preview', file, { columns: JSON.stringify({ 'section line': 'status' }) });
  const off = ['needs_decision', 'status_not_imported'];
  expect(seen(body.rows)).toEqual([off, LINE, off]);
});

test('a decision about the lines of one file counts for no other', async () => {
  const made = (await stays(4)).map(({ cells }) => lineOf(cells)) as [string[], string[], string[], string[]];
  const first = await commit(csvOf([made[0], ['Block B', '', '', '', ''], made[1]]), { ...IGNORE, notes: 'notes' });
  expect(first.body.summary).toMatchObject({ created: 2 });
  const { body } = await desk.previewCsv(csvOf([made[2], ['CANCELLED:', '', '', '', ''], made[3]]));
  expect(seen(body.rows)).toEqual([READY, LINE, ASKED]);
});

test('the same header again, a blank line and a booking with one change are no such lines', async () => {
  const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
  const header = ['Student ID', 'Zimmer', 'Arrival', 'Departure', 'Remarks'];
  const lines = [
    lineOf(one.cells, 'Quiet'),
    header,
    lineOf(two.cells, 'Vegan'),
    ['', '', '', '', ''],
    lineOf(three.cells, 'Brings a bike'),
  ];
  const { body } = await desk.previewCsv(csvOf(lines));
  expect(seen(body.rows).filter(([state]) => state === 'ready')).toHaveLength(3);
  const booking = await desk.book(one.room, one.student);
  const columns = ['booking_id', 'reference', ...COLUMNS];
  const change = (named: string[]) => [...named, '', '', '', '', 'Needs a cot'];
  for (const named of [
    [booking._id, ''],
    ['', booking.reference],
  ]) {
    const rows = [['', '', ...lineOf(two.cells)], change(named), ['', '', ...lineOf(three.cells)]];
    const found = await desk.previewCsv(csvOf(rows, columns));
    expect(seen(found.body.rows)).toEqual([READY, READY, READY]);
  }
});

test('a list of students has such lines, too', async () => {
  await lodge.make.room(desk.site, { code: 'SEC-9' });
  const row = (n: number) => [`SEC${n}`, `First${n}`, `Last${n}`, `sec${n}@uni.example`, 'SEC-9'];
  const lines = [row(1), ['LEFT US:', '', '', '', ''], row(2)];
  const file = csvOf(lines, ['student_id', 'first_name', 'last_name', 'email', 'location']);
  const send = (more: object = {}) => {
    const query = new URLSearchParams({ type: 'partial', ...more });
    return desk.client.post(`/students/${desk.site.id}/import?${query.toString()}`, file, {
      'content-type': 'text/csv',
    });
  };
  const { body } = await send();
  expect(body.students.map(({ student_id }: Cells) => student_id)).toEqual(['SEC1']);
  expect(body.exceptions.map(({ student_id, cause }: Cells) => [student_id, cause])).toEqual([
    ['LEFT US:', 'missing_required_field'],
    ['SEC2', 'unread_column'],
  ]);
  expect(body.unread_columns).toEqual(['section line']);
  const settled = await send({ columns: JSON.stringify(IGNORE) });
  expect(settled.body.students.map(({ student_id }: Cells) => student_id)).toEqual(['SEC1', 'SEC2']);
});
