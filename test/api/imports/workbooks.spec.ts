import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes, ImportDesk, STAY } from '../../support/import-desk.js';
import { Lodge } from '../../support/lodge.js';
import { form, textRows, workbook, type WorkbookXml, zipped } from '../../support/workbook.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end', 'notes'];
const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${HEADERS.map((name, index) => text(`${'ABCDE'[index]}1`, name)).join('')}</row>`;

const { desk } = await useImportDesk();

describe('workbooks as files of imports', () => {
  const preview = (file: Buffer, query = '') =>
    desk.client.post(`/bookings/import/preview?site=${desk.site.id}${query}`, file, { 'content-type': XLSX_TYPE });
  const made = async (book: WorkbookXml, query = '') => preview(await workbook(book), query);

  test('reads texts, numbers, days and what formulas came to, as a spreadsheet shows them', async () => {
    const { cells } = await desk.pair({ student_id: '00417' });
    const answer = await made({
      strings: [
        ...HEADERS,
        cells.room,
        '<si><r><t>bring </t></r><rPh><t>spoken</t></rPh><r><t>keys_x000D_</t></r></si>',
      ],
      formats: ['dd/mm/yyyy;@', '00000', '[$-809]d mmmm yyyy h:mm', '"Total "0.00'],
      sheets: [
        {
          name: 'Arrivals',
          rows: `<row r="2">${HEADERS.map((_, index) => `<c r="${'ABCDE'[index]}2" t="s"><v>${index}</v></c>`).join('')}</row>
            <row r="3"><c r="A3" s="2"><v>417</v></c><c r="B3" t="s"><v>5</v></c><c r="C3" s="1"><v>46648</v></c><c r="D3" s="1"><f>C3+1</f><v>46934</v></c><c r="E3" t="s"><v>6</v></c></row>
            <row r="6"><c r="A6" s="2"><v>417</v></c><c r="B6" t="s"><v>5</v></c><c r="C6" s="3"><v>46648.583333333336</v></c><c r="E6" t="b"><v>1</v></c></row>
            <row r="7"><c r="A7" t="str"><f>X</f><v>00417</v></c><c r="B7" t="e"><v>#REF!</v></c><c r="C7"><f>NOW()</f></c><c r="E7" s="4"><v>1.5</v></c></row>`,
        },
      ],
    });
    expect(answer.status).toBe(200);
    const [first, second, third] = answer.body.rows;
    expect(answer.body.rows.map((row: { row_index: number }) => row.row_index)).toEqual([0, 3, 4]);
    expect(first.values).toMatchObject({
      student_id: '00417',
      contract_start: '2027-09-18',
      contract_end: '2028-06-30',
    });
    expect(first).toMatchObject({ normalized: { student_id: '00417', notes: 'bring keys' } });
    // The second row is about the same stay, with other notes and without an end.
    expect(codes(first)).toEqual(['contradicts_row']);
    expect(second.values).toMatchObject({ contract_start: '2027-09-18T14:00:00', notes: 'TRUE' });
    expect(second.normalized.contract_start).toBe('2027-09-18');
    expect(third.values).toMatchObject({ student_id: '00417', notes: '1.5' });
    expect(codes(third)).toEqual(['invalid_value', 'invalid_value', 'contradicting_cells', 'ragged_row']);
  });

  test('counts days from 1904 where the workbook says so, also those that are only numbers', async () => {
    const { cells } = await desk.pair();
    const rows = `${header}<row r="2">${text('A2', cells.student_id)}${text('B2', cells.room)}<c r="C2" s="1"><v>45186</v></c><c r="D2"><v>45472</v></c></row>`;
    const from1904 = await made({ from1904: true, formats: ['yyyy-mm-dd'], sheets: [{ name: 'A', rows }] });
    expect(from1904.body.rows[0].normalized).toMatchObject(STAY);
    const from1900 = await made({ formats: ['yyyy-mm-dd'], sheets: [{ name: 'A', rows }] });
    expect(from1900.body.rows[0].normalized.contract_start).toBe('2023-09-17');
    const csv = (system: string) =>
      desk.client.post(
        `/bookings/import/preview?site=${desk.site.id}${system}`,
        `student_id,room,contract_start,contract_end\n${cells.student_id},${cells.room},45186,45472\n`,
        { 'content-type': 'text/csv' },
      );
    expect((await csv('&date_system=1904')).body.rows[0].normalized).toMatchObject(STAY);
    // The calendar is of one file: no other one with the same headers is read by it.
    const query = `?site=${desk.site.id}&idempotency_key=from1904&sheet=A`;
    const headers = { 'content-type': XLSX_TYPE };
    const book = await workbook({ from1904: true, formats: ['yyyy-mm-dd'], sheets: [{ name: 'A', rows }] });
    const { body } = await desk.client.post(`/bookings/import/commit${query}`, book, headers);
    expect([body.import_id, (await desk.client.get(`/bookings/import/mappings?site=${desk.site.id}`)).body]).toEqual([expect.any(String), []]); // prettier-ignore
    expect(codes((await csv('')).body.rows[0])).toEqual(['ambiguous_date', 'ambiguous_date']);
  });

  test('a declaration does not override what a workbook says of the year from which it counts days', async () => {
    const { cells } = await desk.pair();
    const rows = `${header}<row r="2">${text('A2', cells.student_id)}${text('B2', cells.room)}<c r="C2"><v>46648</v></c><c r="D2"><v>46934</v></c></row>`;
    for (const from1904 of [true, false]) {
      const wrong = await made({ from1904, sheets: [{ name: 'A', rows }] }, `&date_system=${from1904 ? 1900 : 1904}`);
      expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/date_system']);
    }
    const right = await made({ sheets: [{ name: 'A', rows }] }, '&date_system=1900');
    expect(right.body.rows[0].normalized).toMatchObject(STAY);
  });

  test('says of long numbers and dates in wrong places that something is lost', async () => {
    const rows = `${header}<row r="2"><c r="A2"><v>1.2345678901234501E+16</v></c><c r="B2" s="1"><v>46024</v></c><c r="C2" s="1"><v>-3</v></c></row>`;
    const { body } = await made({ formats: ['d-mmm'], sheets: [{ name: 'A', rows }] });
    expect(body.rows[0].values).toMatchObject({
      student_id: '1.23456789012345e+16',
      room: '2026-01-02 (a part of it is not shown)',
    });
    expect(body.rows[0].state).toBe('error');
    expect(body.rows[0].issues).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'invalid_value', field: 'student_id' })]),
    );
  });

  test('reads the only sheet with rows, or the one that is named, and asks when there are several, hidden ones too', async () => {
    const { cells } = await desk.pair();
    const lines = (notes: string) => textRows(HEADERS, [...Object.values(cells), notes] as string[]);
    const one = { name: 'One', rows: lines('one') };
    const two = { name: 'Zwei & Co', rows: lines('two') };
    const [empty, hidden] = [
      { name: 'Empty', rows: '' },
      { name: 'Old', rows: lines('old'), state: 'hidden' as const },
    ];
    const notes = async (sheets: WorkbookXml['sheets'], query = '') => {
      const { body } = await made({ sheets }, query);
      return body.rows?.[0]?.normalized.notes ?? body.errors;
    };
    expect(await notes([empty, { ...empty, name: 'Lists', state: 'veryHidden' }, one])).toBe('one');
    expect(await notes([empty, hidden, one])).toEqual([
      expect.objectContaining({
        pointer: '/sheet',
        detail: 'is required, since several have rows: "Old" (hidden), "One"',
      }),
    ]);
    expect(JSON.stringify(await notes([empty, hidden]))).toContain('the only one with rows is hidden');
    expect(await notes([one, two], '&sheet=zwei %26 co')).toBe('two');
    expect(await notes([one, hidden], '&sheet=Old')).toBe('old');
    expect(await notes([one, two])).toEqual([
      expect.objectContaining({
        pointer: '/sheet',
        detail: 'is required, since several have rows: "One", "Zwei & Co"',
      }),
    ]);
    expect(await notes([one, two], '&sheet=Drei')).toEqual([
      expect.objectContaining({ pointer: '/sheet', detail: 'must be one of "One", "Zwei & Co"' }),
    ]);
  });

  test.each([
    ['hidden lines', [3], (rows: string) => rows.replace('<row r="4"', '<row r="4" hidden="1"')],
    ['lines without height', [1], (rows: string) => rows.replace('<row r="2"', '<row r="2" ht="0" customHeight="1"')],
    ['cells merged over lines', [2, 3, 4], null, 'D3:D5'],
    ['cells merged within a line', [4], null, '$A$5:$B$5'],
    ['merged cells below and above', [1], null, 'A1:B2', 'C9:C12', 'A0:A1', 'nonsense'],
    ['many areas that overlap', [1, 2, 3], null, 'A2:A4', 'B3:C4', 'D2:D2'],
  ])('%s are questions, and the other rows are not', async (_, asked, change, ...areas) => {
    const pairs = [await desk.pair(), await desk.pair(), await desk.pair(), await desk.pair()];
    const lines = textRows(
      HEADERS,
      ...pairs.map(({ cells }, row) => [...Object.values(cells), `row ${row}`] as string[]),
    );
    const rows = `${change ? change(lines) : lines}</sheetData><mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells><sheetData>`;
    const answer = await made({ sheets: [{ name: 'Sheet1', rows }] });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    const states = answer.body.rows.map((row: { state: string; issues: { code: string; severity: string }[] }) => [
      row.state,
      codes(row),
    ]);
    const line = (index: number) =>
      (asked as number[]).includes(index + 1) ? ['needs_decision', ['ragged_row']] : ['ready', []];
    expect(states).toEqual(pairs.map((_pair, index) => line(index)));
  });

  test('a cell beyond the headers makes its row a question, and a gap between lines keeps their numbers', async () => {
    const { cells } = await desk.pair();
    const rows = `${header}<row r="5">${text('A5', cells.student_id)}${text('B5', cells.room)}${text('C5', STAY.contract_start)}${text('G5', 'no lift')}</row>`;
    const { body } = await made({ sheets: [{ name: 'A', rows }] });
    expect(body.rows[0]).toMatchObject({ row_index: 3, state: 'needs_decision' });
    expect(codes(body.rows[0])).toContain('ragged_row');
  });

  test('takes forms with a file of either kind, for previews, commits and students', async () => {
    const { cells, student } = await desk.pair();
    const file = await workbook({ sheets: [{ name: 'A', rows: textRows(Object.keys(cells), Object.values(cells)) }] });
    const send = (path: string, { body, headers }: ReturnType<typeof form>) => desk.client.post(path, body, headers);
    const looked = await send('/bookings/import/preview', form(file, { site: desk.site.id, columns: '' }));
    expect(looked.body.rows).toMatchObject([{ state: 'ready', person: { person_id: student } }]);
    const csv = `${Object.keys(cells).join(';')}\r\n${Object.values(cells).join(';')}\r\n`;
    const again = await send('/bookings/import/preview', form(csv, { site: desk.site.id }, { fileName: 'rows.csv' }));
    expect(again.body.rows).toEqual(looked.body.rows);
    const done = await send('/bookings/import/commit', form(file, { site: desk.site.id, idempotency_key: 'a form' }));
    expect(done.body.errors).toEqual([expect.objectContaining({ pointer: '/idempotency_key' })]);
    const key = `form-${student}`;
    const taken = await send('/bookings/import/commit', form(file, { site: desk.site.id, idempotency_key: key }));
    expect(taken.status).toBe(200);
    const list = await workbook({
      sheets: [
        {
          name: 'A',
          rows: textRows(['student_id', 'Vorname', 'last name', 'room'], ['FORM-1', 'Ada', 'Byron', cells.room]),
        },
      ],
    });
    const imported = await send(`/students/${desk.site.id}/import`, form(list, { type: 'partial', dry_run: 'true' }));
    expect(imported.body).toMatchObject({ import_id: null, students: [{ student_id: 'FORM-1', first_name: 'Ada' }] });
  });

  test.each([
    ['no file', { body: form('', { site: 'x' }, { name: 'other' }) }, 400, '/other'],
    ['a field twice', { body: form('a', { site: 'x' }), more: 'site' }, 400, '/site'],
    [
      'no boundary',
      { body: { body: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' } } },
      400,
      undefined,
    ],
    ['a body that breaks off', { body: cut(form('a,b\n', { site: 'x' })) }, 400, undefined],
  ])(
    'a form with %s is refused',
    async (_, { body: { body, headers }, more }: { body: ReturnType<typeof form>; more?: string }, status, pointer) => {
      const twice = more ? form('a', { site: desk.site.id }) : undefined;
      const sent = twice ? Buffer.concat([twice.body.subarray(0, -26), body]) : body;
      const answer = await desk.client.post('/bookings/import/preview', sent, headers);
      expect(answer.status).toBe(status);
      expect(answer.body.errors?.[0]?.pointer).toBe(pointer);
    },
  );

  test('a form of another web site is refused as JSON is, and a route that takes no files refuses forms', async () => {
    const { body, headers } = form('room\nx\n', { site: desk.site.id });
    const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await desk.client.post('/bookings/import/preview', body, foreign)).body.code).toBe('csrf_rejected');
    expect((await desk.client.post('/bookings', body, headers)).status).toBe(415);
    expect((await desk.client.post('/bookings', body, { 'content-type': XLSX_TYPE })).status).toBe(415);
  });

  test('says what to do with workbooks of old formats, and with parameters of the other kind', async () => {
    const old = await preview(Buffer.from('d0cf11e0a1b11ae100000000', 'hex'));
    expect(old).toMatchObject({ status: 400, body: { detail: expect.stringContaining('.xlsx without a password') } });
    expect((await preview(Buffer.from('room\nx\n'))).status).toBe(200);
    const file = await workbook({ sheets: [{ name: 'A', rows: textRows(['room'], ['x']) }] });
    expect((await preview(file, '&encoding=utf-8')).body.errors[0].pointer).toBe('/encoding');
    const csv = { 'content-type': 'text/csv' };
    const withSheet = `/bookings/import/preview?site=${desk.site.id}&sheet=A`;
    expect((await desk.client.post(withSheet, 'room\nx\n', csv)).body.errors[0].pointer).toBe('/sheet');
  });
});

/** The first half of a form. */
function cut({ body, headers }: ReturnType<typeof form>) {
  return { body: body.subarray(0, body.length / 2), headers };
}

describe('workbooks that are made to do harm', () => {
  let lodge: Lodge;
  let desk: ImportDesk;
  beforeAll(async () => {
    lodge = await Lodge.start();
    desk = await ImportDesk.open(lodge);
  });
  afterAll(() => lodge.stop());
  const preview = (file: Buffer) =>
    desk.client.post(`/bookings/import/preview?site=${desk.site.id}`, file, { 'content-type': XLSX_TYPE });
  const sheets = [{ name: 'A', rows: textRows(['room'], ['x']) }];

  const bombs: Record<string, () => Promise<Buffer>> = {
    'a sheet of blanks': () => workbook({ sheets: [{ name: 'A', rows: ' '.repeat(100_000_000) }] }),
    'texts without end': () => workbook({ sheets, parts: { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(1_000_001)}</sst>` } }), // prettier-ignore
    'more parts than it needs': () => workbook({ sheets, parts: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`p${n}`, ''])) }), // prettier-ignore
    'more columns than a file may have': () => workbook({ sheets: [{ name: 'A', rows: textRows(Array.from({ length: 1_001 }, () => 'x')) }] }), // prettier-ignore
  };
  test.each(Object.keys(bombs))('%s is refused as too large, in little time and memory', async (name) => {
    const file = await (bombs[name] as () => Promise<Buffer>)();
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const answer = await preview(file);
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  const broken: Record<string, () => Promise<Buffer>> = {
    'a document type': () => workbook({ sheets, parts: { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>' } }), // prettier-ignore
    'an entity that nobody knows': () =>
      workbook({ sheets: [{ name: 'A', rows: '<row><c t="str"><v>&bomb;</v></c></row>' }] }),
    'elements in elements': () =>
      workbook({ sheets: [{ name: 'A', rows: '<a>'.repeat(10_000) + '</a>'.repeat(10_000) }] }),
    'lines in another order': () => workbook({ sheets: [{ name: 'A', rows: '<row r="3"/><row r="2"/>' }] }),
    'a cell twice': () => workbook({ sheets: [{ name: 'A', rows: `<row r="1">${text('A1', 'a')}${text('A1', 'b')}</row>` }] }), // prettier-ignore
    'a text that is not there': () => workbook({ sheets: [{ name: 'A', rows: '<row><c t="s"><v>7</v></c></row>' }] }),
    'something else in the archive': () => zipped({ 'word/document.xml': '<document/>' }),
    'an archive in an archive': async () => zipped({ 'rows.xlsx': await workbook({ sheets }) }),
    'a size that is a lie': async () =>
      lying(await workbook({ sheets: [{ name: 'A', rows: ' '.repeat(50_000_000) }] })),
    'a part twice': async () => zipped({ 'a.xml': '', 'A.XML': '' }),
  };
  test.each(Object.keys(broken))('%s is refused with the reason', async (name) => {
    const answer = await preview(await (broken[name] as () => Promise<Buffer>)());
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.detail).toContain('Save it again as .xlsx');
  });

  test('an element with attributes without end is refused before they cost a second of processor time', async () => {
    const attributes = Array.from({ length: 3_000_000 }, (_, n) => `a${n}="1"`).join(' ');
    const file = await workbook({ sheets: [{ name: 'A', rows: `<row ${attributes}/>` }] });
    const before = process.cpuUsage();
    expect(await preview(file)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(1);
  });

  test('a workbook with any byte changed, or cut anywhere, is read as it was or refused, and never a fault of Lodge', async () => {
    const file = await workbook({ sheets: [{ name: 'A', rows: textRows(HEADERS, ['S-1', 'R1', '2027-09-18', '', 'as it was']) }] }); // prettier-ignore
    const whole = JSON.stringify((await preview(file)).body.rows);
    for (let at = 0; at < file.length; at += 7) {
      const other = Buffer.from(file);
      other[at] = (other[at] as number) ^ (1 + (at % 255));
      const answer = await preview(at % 2 ? other : file.subarray(0, at + 1));
      expect([200, 400, 413]).toContain(answer.status);
      if (answer.status === 200 && begins(other)) expect(JSON.stringify(answer.body.rows)).toBe(whole);
    }
  }, 120_000);
});

const begins = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

/** Says of the largest part that it is small. */
function lying(file: Buffer): Buffer {
  const size = Buffer.alloc(4);
  for (let at = file.length - 46; at > 0; at--) {
    if (file.readUInt32LE(at) !== 0x02014b50 || file.readUInt32LE(at + 24) < 10_000_000) continue;
    size.writeUInt32LE(5_000);
    size.copy(file, at + 24);
  }
  return file;
}
