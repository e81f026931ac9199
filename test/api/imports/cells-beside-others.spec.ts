import { describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { textRows, workbook } from '../../support/workbook.js';

const { lodge, desk } = await useImportDesk({ worker: true });
const told = (row: { state: string; issues: [] }) => [row.state, codes(row)];
const READY = ['ready', []];

describe('two columns of one field that differ in a row', () => {
  const pairs = async () => [await desk.pair(), await desk.pair(), await desk.pair()].map(({ cells }) => cells);

  test('make questions of the rows that fill only one of them, with other names or with one', async () => {
    const [one, two, three] = (await pairs()) as [any, any, any]; // eslint-disable-line @typescript-eslint/no-explicit-any -- cells by name
    const rows = [
      { ...one, Zimmer: three.room },
      { ...two, Zimmer: '' },
      { ...three, Zimmer: three.room },
    ];
    const { body } = await desk.preview(...rows);
    expect(body.rows.map(told)).toEqual([['error', ['invalid_value']], ['needs_decision', ['contradicting_cells']], READY]); // prettier-ignore
    expect((await desk.commit(rows.slice(0, 2))).body.summary).toMatchObject({ created: 0 });
    const agreeing = await desk.preview({ ...one, Zimmer: one.room }, { ...two, Zimmer: '' });
    expect(agreeing.body.rows.map(told)).toEqual([READY, READY]);
    const lines = [one, two, three].map((cells) => [cells.student_id, cells.room, cells.contract_start, cells.contract_end].join(',')); // prettier-ignore
    const csv = (first: string) => `student_id,room,contract_start,contract_end,contract_end\n${lines[0]},${first}\n${lines[1]},\n${lines[2]},${three.contract_end}\n`; // prettier-ignore
    const differing = await desk.previewCsv(csv('2028-05-31'));
    expect(differing.body.rows.map(told)).toEqual([['error', ['invalid_value']], ['needs_decision', ['ragged_row']], READY]); // prettier-ignore
    expect((await desk.previewCsv(csv(''))).body.summary).toMatchObject({ ready: 3 });
  });

  test('say the same when the rows of the preview are sent again, to a preview and to a commit', async () => {
    const [one, two, three] = (await pairs()) as [any, any, any]; // eslint-disable-line @typescript-eslint/no-explicit-any -- cells by name
    const line = ({ student_id: id, room, contract_start: from, contract_end: to }: typeof one, ...more: string[]) => [id, room, from, to, ...more].join(','); // prettier-ignore
    const lines = [line(one, 'ground floor', 'top floor'), line(two, 'quiet side', ''), line(three, 'late', 'late')];
    const csv = ['student_id,room,contract_start,contract_end,Notes,Comments', ...lines, ''].join('\n');
    const { body } = await desk.previewCsv(csv);
    const states = [['error', ['invalid_value']], ['needs_decision', ['contradicting_cells']], READY];
    expect(body.rows.map(told)).toEqual(states);
    const values = body.rows.map((row: { values: object }) => row.values);
    const again = await desk.preview(...values);
    expect(again.body.rows.map(told)).toEqual(states);
    expect(again.body.rows.map((row: { values: object }) => row.values)).toEqual(values);
    const done = (await desk.commit(values)).body.results as { outcome: string }[];
    expect(done.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'created']);
  });

  test('so does a row of an export that lost a cell', async () => {
    const { room, student } = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student, { notes: 'Quiet' });
    const { body } = await desk.previewCsv(`booking_id,version,notes\n${booking_id},1,\n`);
    const again = await desk.preview(...body.rows.map((row: { values: object }) => row.values));
    expect([body, again.body].map(({ rows }) => told(rows[0]))).toEqual(Array(2).fill(['needs_decision', ['change_not_imported']])); // prettier-ignore
  });
});

describe('cells of a workbook that show something else than their value', () => {
  const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end'];
  const look = async (format: string, cell: (room: string) => string, strings: string[] = []) => {
    const { cells } = await desk.pair();
    const texts = [cells.student_id, cells.room, null, '2028-06-30'];
    const rows = textRows(HEADERS, texts as string[]).replace('<c r="D2"', `${cell(cells.room)}<c r="D2"`);
    const file = await workbook({ formats: [format], strings, sheets: [{ name: 'Arrivals', rows }] });
    const { body } = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}`, file, { 'content-type': XLSX_TYPE }); // prettier-ignore
    return told(body.rows[0]);
  };
  const day = () => '<c r="C2" s="1"><v>46648</v></c>';

  test.each([
    'dd/mm/yyyy"?"',
    'dd/mm/yyyy*?',
    '"ca. "dd/mm/yyyy',
    '~dd/mm/yyyy',
    '>dd/mm/yyyy',
    '(dd/mm/yyyy)',
    '\\(dd/mm/yyyy\\)',
    '-dd/mm/yyyy',
    'dd/mm/yyyy+',
    'dd/mm/yyyy!',
    'dd/mm/yyyy\\?',
    '[=46648]"A102";dd/mm/yyyy',
    '[>40000]dd/mm/yyyy;General',
  ])('a day with the format %s is a question', async (format) =>
    expect(await look(format, day)).toEqual(['needs_decision', ['ragged_row']]),
  );

  test.each([
    'dd/mm/yyyy;@',
    'dd/mm/yyyy (ddd)',
    'yyyy. m. d.',
    '[$-407]d. mmmm yyyy',
    'd" de "mmmm" de "yyyy',
    'dd"."mm"."yyyy',
    'yyyy"年"m"月"d"日"',
    '[Red]yyyy-mm-dd',
  ])('a day with the format %s is a day', async (format) => expect(await look(format, day)).toEqual(READY));

  test('so is a number that shows a text, and a text with a raised part', async () => {
    await lodge.make.room(desk.site, { code: '9101' });
    const { cells } = await desk.pair();
    const see = async (format: string, cell: string, strings: string[] = []) => {
      const rows = textRows(HEADERS, [cells.student_id, null, '2027-09-18', '2028-06-30']).replace('<c r="C2"', `${cell}<c r="C2"`); // prettier-ignore
      const file = await workbook({ formats: [format], strings, sheets: [{ name: 'Arrivals', rows }] });
      const { body } = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}`, file, { 'content-type': XLSX_TYPE }); // prettier-ignore
      return told(body.rows[0]);
    };
    const number = '<c r="B2" s="1"><v>9101</v></c>';
    for (const format of ['[=9101]"A102";General', 'General"?"', '0%', ';;;', '"ca. "General', '0*?']) expect([format, ...(await see(format, number))]).toEqual([format, 'needs_decision', ['ragged_row']]); // prettier-ignore
    for (const format of ['0', 'General', '#,##0', '0;-0']) expect([format, ...(await see(format, number))]).toEqual([format, ...READY]); // prettier-ignore
    const raised = '<si><r><t>910</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></si>';
    expect(await see('0', '<c r="B2" t="s"><v>0</v></c>', [raised])).toEqual(['needs_decision', ['ragged_row']]);
    expect(await see('0', '<c r="B2" t="s"><v>0</v></c>', ['9101'])).toEqual(READY);
  });
});

test('somebody who is made by a decision has the id and the email of the row', async () => {
  const { cells } = await desk.pair();
  const row = { ...cells, student_id: 'KEPT-1', email: 'kept@x.example', first_name: 'Greta', last_name: 'Kept' };
  const { body } = await desk.commit([row], [{ row_index: 0, action: 'create', create_person: { first_name: 'Greta', last_name: 'Kept' } }]); // prettier-ignore
  expect(body.results).toMatchObject([{ outcome: 'created' }]);
  expect(await lodge.sql('SELECT student_id, email FROM students WHERE id = $1', [body.results[0].person_id])).toEqual([{ student_id: 'KEPT-1', email: 'kept@x.example' }]); // prettier-ignore
});
