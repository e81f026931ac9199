import { describe, expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import { type Cells, codes, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

describe('the columns of an import', () => {
  let keys = 0;
  const commit = (rows: Cells[], more: object) =>
    desk.client.post('/bookings/import/commit', {
      site: desk.site.id,
      idempotency_key: `columns-${++keys}`,
      rows: desk.rows(...rows),
      ...more,
    });
  const previewWith = (rows: Cells[], columns: object) =>
    desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(...rows), columns });

  test.each([
    ['is_canceled', '1'],
    ['Reservation cancelled?', 'yes'],
    ['nights', '5'],
    ['Last night', '2028-06-29'],
    ['Registration', 'M-4711'],
    ['is_canceled', false],
    ['nights', 0],
    ['what', { deep: [true] }],
    ['客室', '101'],
    ['version', '3'],
  ])('a filled cell that is not read is a question: %s', async (header, cell) => {
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, [header]: cell });
    expect([row.state, codes(row), row.issues.at(-1).value ?? row.issues.at(-2).value]).toEqual([
      'needs_decision',
      ['unread_column'],
      header,
    ]);
    expect(row.values).toMatchObject({ [header]: cell });
    expect(await desk.look({ ...cells, [header]: ' ' })).toMatchObject({ state: 'ready' });
  });

  test('any header at all that is not read asks, in a preview and in a commit of what it answered', async () => {
    const { cells } = await desk.pair();
    const header = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.constantFrom('toString', '_unread', 'valueOf'),
    );
    const [headers] = [fc.sample(header, 120)];
    const rows = headers.map((name) => Object.fromEntries([...Object.entries(cells), [name, 'x']]));
    const { body } = await desk.preview(...rows);
    for (const [index, row] of body.rows.entries()) {
      const isRead = body.columns.recognised.includes(headers[index] ?? '');
      expect([headers[index], isRead || codes(row).includes('unread_column')]).toEqual([headers[index], true]);
      if (!isRead) expect(row.state).not.toBe('ready');
    }
    const open = body.rows.filter(({ state }: { state: string }) => state === 'needs_decision');
    const before = await desk.count();
    const answer = await commit(
      open.map(({ values }: { values: Cells }) => values),
      {},
    );
    expect(answer.body.summary).toMatchObject({ created: 0, skipped: open.length });
    expect(await desk.count()).toBe(before);
  });

  test('is settled whatever it is called, and nothing else of a request may have such names', async () => {
    const { cells } = await desk.pair();
    const own = (values: string) => JSON.parse(values) as Cells;
    const rows = [{ ...cells, ...own('{"constructor":"by the window","__proto__":"x"}') }];
    const columns = own('{"constructor":"notes","__proto__":"ignore"}') as Record<string, string>;
    const { body } = await previewWith(rows, columns);
    expect(body.rows[0]).toMatchObject({ state: 'ready', normalized: { notes: 'by the window' } });
    const { status } = await previewWith(rows, own('{"notes":{"constructor":{}}}') as Record<string, string>);
    expect(status).toBe(400);
  });

  test('is settled for the file by what the column is, or that it does not matter', async () => {
    const { cells } = await desk.pair();
    const rows = [{ ...cells, Bemerkt: 'by the window', nights: 3 }];
    const columns = { Bemerkt: 'notes', ' nights ': 'ignore' };
    const { body } = await previewWith(rows, columns);
    expect(body.columns).toEqual({
      recognised: ['student_id', 'room', 'contract_start', 'contract_end', 'Bemerkt'],
      unknown: [],
      ignored: ['nights'],
    });
    expect(body.rows[0]).toMatchObject({ state: 'ready', normalized: { notes: 'by the window' } });
    expect(body.rows[0].values).toEqual({ ...cells, notes: 'by the window' });
    expect((await commit(rows, {})).body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    const done = await commit(rows, { columns });
    expect(done.body.results).toMatchObject([{ outcome: 'created' }]);
    expect(await desk.booking(done.body.results[0].booking_id)).toMatchObject({ notes: 'by the window' });
  });

  test('a declaration of a field that there is not is refused', async () => {
    const { cells } = await desk.pair();
    const answer = await previewWith([cells], { 'a/b': 'shoe_size' });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/columns/a~1b']);
    const csv = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}&columns=[1]`, 'room\nx\n', {
      'content-type': 'text/csv',
    });
    expect([csv.status, csv.body.errors[0].pointer]).toEqual([400, '/columns']);
  });

  test('a declared column counts when the file tells what separates its cells', async () => {
    const { cells } = await desk.pair();
    const columns = encodeURIComponent('{"Wer":"student_id","Wo":"room","Ab":"contract_start"}');
    const file = `Wer;Wo;Ab\n${cells.student_id};${cells.room};18.09.2027\n`;
    const answer = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}&columns=${columns}`, file, {
      'content-type': 'text/csv',
    });
    expect(answer.body.rows).toMatchObject([{ state: 'ready' }]);
  });

  test('a decision about a row settles it for the row', async () => {
    const { cells } = await desk.pair();
    const row = { ...cells, nights: 3 };
    const resolve = (accept: string[]) => ({ resolutions: [{ row_index: 0, action: 'create', accept }] });
    expect((await commit([row], resolve([]))).body.results).toMatchObject([
      { outcome: 'failed', reason: 'unresolved' },
    ]);
    expect((await commit([row], resolve(['unread_column']))).body.results).toMatchObject([{ outcome: 'created' }]);
  });

  test.each([
    ['more cells than the header', (line: string) => `${line},quiet, please,no lift\n`, [true]],
    ['an empty cell too many', (line: string) => `${line},quiet,no lift,\n`, [true]],
    ['a separator at its end, as the others', (line: string) => `${line},,,\n${line},,,\n`, [false, false]],
    [
      'an empty cell more than the others',
      (line: string) =>
        `${line},,,\n${line},,,\n${line.replace('2027-09-18', '2029-09-18').replace('2028-06-30', '2030-06-30')},quiet, no lift,,\n`,
      [false, false, true],
    ],
    ['fewer cells than the header', (line: string) => `${line}\n`, [true]],
    ['cells for the columns with a name', (line: string) => `${line},,\n${line},quiet,\n`, [false, false]],
    ['a cell left out in the middle', (line: string) => `${line},quiet,AB12\n${line},AB12\n`, [false, true]],
    ['no cell after its last comma, where the file is cut', (line: string) => `${line},quiet,AB12\n${line},quiet,`, [false, true]], // prettier-ignore
    ['an empty cell at the end of the file, as in all lines', (line: string) => `${line},,\n${line},,`, [false, false]],
    ['a line break without quotes', (line: string) => `${line},lives with\nher sister,AB12\n`, [true, true]],
  ])('a line with %s', async (_, lineOf, asks) => {
    const { cells } = await desk.pair();
    const head = 'student_id,room,contract_start,contract_end,notes,vehicle_registration\n';
    const start = [cells.student_id, cells.room, '2027-09-18', '2028-06-30'].join(',');
    const { body } = await desk.previewCsv(head + lineOf(start));
    const ragged = (row: { issues: never[] }) => codes(row).includes('ragged_row');
    expect(body.rows.map(ragged)).toEqual(asks);
    // Two lines about one stay that differ are questions as well.
    const isAsked = asks[0] || codes(body.rows[0]).includes('contradicts_row');
    expect(body.rows[0].state).toBe(isAsked ? 'needs_decision' : 'ready');
    // Also when what was previewed is committed.
    const again = await desk.preview(...body.rows.map(({ values }: { values: Cells }) => values));
    expect(again.body.rows.map(ragged)).toEqual(asks);
  });

  test.each([
    ['a day of fewer characters than the others', '2028-06-3', true],
    ['a year of fewer characters than the others', '30/06/20', true],
    ['no end of the stay', '', true],
    ['a whole day', '2028-06-30', false],
    ['a whole day with a shorter month than the others', '30 May 2028', false, '2027-09-18'],
    ['a whole day with fewer digits than the others', '1.6.2028', false, '18.09.2027'],
    ['a day that may have had another digit, as others have', '2028-6-3', true, '2027-9-8'],
  ])('a file without a line break at its end, and there %s', async (_, end, asks, from = '2027-09-18') => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const head = 'student_id,room,contract_start,contract_end\n';
    const start = (cells: Cells) => `${cells.student_id},${cells.room},${from}`;
    const files = [`${start(one.cells)},2028-06-30\n${start(two.cells)},${end}`, `${start(two.cells)},${end}`];
    for (const file of files) {
      const { body } = await desk.previewCsv(head + file);
      expect(codes(body.rows.at(-1)).includes('ragged_row')).toBe(asks);
      expect(body.rows.at(-1).state === 'ready').toBe(!asks);
    }
    const whole = await desk.previewCsv(`${head}${start(one.cells)},2028-06-30\n${start(two.cells)},2028-06-3\n`);
    expect(codes(whole.body.rows[1])).not.toContain('ragged_row');
  });

  test.each([
    ['a shorter word for the month', '3 listopada 2005', '4 maja 2005', false],
    ['days without zeros', '22.10.2027', '1.9.2027', false],
    ['a year that is cut after days without zeros', '1.9.2027', '22.10.202', true],
    ['a year that is cut after a month in a word', '4 maja 2005', '3 listopada 200', true],
  ])('a file without a line break at its end has, in its last line, %s', async (_, day, last, asks) => {
    const { body } = await desk.previewCsv(`student_id,room,notes\nA,b,${day}\nC,d,${last}`);
    expect(body.rows.map((row: { issues: never[] }) => codes(row).includes('ragged_row'))).toEqual([false, asks]);
  });

  test.each([
    ['a room shorter than the others', 'A-101', 'A-12', true],
    ['a room as long as the others', 'A-101', 'A-102', false],
    ['a note shorter than those with numbers', '12 boxes', 'no lift', false],
    ['a number after notes without one', 'no lift', '2', false],
  ])('a file without a line break at its end has, in its last cell, %s', async (_, cell, last, asks) => {
    const { body } = await desk.previewCsv(
      `student_id,contract_start,room\nA,2027-09-01,${cell}\nB,2027-09-02,${cell}\nC,2027-09-04,${cell}\nD,2027-09-01,${last}`,
    );
    expect(body.rows.map((row: { issues: never[] }) => codes(row).includes('ragged_row'))).toEqual([
      false,
      false,
      false,
      asks,
    ]);
  });

  test('shows the cells beyond the header', async () => {
    const { body } = await desk.previewCsv('room,notes\nA,b,no lift,x\n');
    expect(body.rows[0].issues).toContainEqual(
      expect.objectContaining({ code: 'ragged_row', value: expect.stringContaining('no lift | x') }),
    );
  });

  test('an export of Lodge says more than an import reads, and asks nothing', async () => {
    const { cells, room, student } = await desk.pair();
    await desk.book(room, student, { notes: 'x' });
    const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}`);
    const { body } = await desk.previewCsv(text);
    const mine = body.rows.find(({ normalized }: { normalized: Cells }) => normalized.student_id === cells.student_id);
    expect([mine.state, codes(mine), mine.changes]).toEqual(['duplicate', [], []]);
  });

  describe('cells whose value is lost', () => {
    test.each<[string, Cells]>([
      ['#N/A', { notes: '#N/A' }],
      ['#REF!', { contract_end: '#REF!' }],
      ['#VALUE!', { room: '#VALUE!' }],
      ['a number of 17 digits', { student_id: Number('12345678901234567') }],
      ['a long number in short', { student_id: '1.23457E+16' }],
      ['NULL as a name', { last_name: 'NULL' }],
      ['an object', { contract_start: { toString: 'x', valueOf: 'y' } }],
      ['a list of lists', { parking_expiry: [[[{ toString: null }]]] }],
    ])('are an error: %s', async (_, more) => {
      const { cells } = await desk.pair();
      const [field] = Object.keys(more);
      const row = await desk.look({ ...cells, ...more });
      expect([row.state, row.issues[0].code, row.issues[0].field]).toEqual(['error', 'invalid_value', field]);
      expect((await commit([{ ...cells, ...more }], {})).body.results).toMatchObject([{ outcome: 'failed' }]);
    });

    test('a database’s NULL is nothing', async () => {
      const { cells } = await desk.pair();
      const done = await commit(
        [{ ...cells, notes: 'NULL', vehicle_registration: '(null)', parking_expiry: '\\N' }],
        {},
      );
      const booking = await desk.booking(done.body.results[0].booking_id);
      expect(booking).toMatchObject({ notes: null, vehicle_registration: null, parking_expiry_at: null });
    });
  });

  test('of rows in JSON are at most as many as those of a file, and too many are refused at once', async () => {
    const { cells } = await desk.pair();
    const wide = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${from + index}`, '']));
    expect((await desk.preview({ ...cells, ...wide(0, 990) })).status).toBe(200);
    const tooMany = {
      status: 413,
      body: { code: 'payload_too_large', detail: expect.stringMatching(/1000 (columns|fields)/) },
    };
    expect(await desk.preview(...Array.from({ length: 3 }, (_, row) => wide(row * 400, 400)))).toMatchObject(tooMany);
    expect(await commit([wide(0, 1_001)], {})).toMatchObject(tooMany);
    expect(await desk.preview({ ...cells, ...wide(0, 5_000) })).toMatchObject(tooMany);
  });

  test.each([
    ['German', 'Matrikelnummer;Zimmer;Anreise;Abreise;Bemerkungen'],
    ['French', "Numéro d'étudiant;Chambre;Arrivée;Départ;Remarques"],
    ['Spanish', 'Número de estudiante;Habitación;Llegada;Salida;Observaciones'],
    ['Italian', 'Matricola;Camera;Arrivo;Partenza;Osservazioni'],
    ['Dutch', 'Studentnummer;Kamer;Aankomst;Vertrek;Opmerkingen'],
    ['Portuguese', 'Número de estudante;Quarto;Chegada;Saída;Observações'],
    ['Polish', 'Numer studenta;Pokój;Przyjazd;Wyjazd;Uwagi'],
    ['Welsh', 'Rhif myfyriwr;Ystafell;Cyrraedd;Gadael;Nodiadau'],
  ])('may be named in %s', async (_, head) => {
    const { cells } = await desk.pair();
    const line = [cells.student_id, cells.room, STAY.contract_start, STAY.contract_end, 'quiet'].join(';');
    const { body } = await desk.previewCsv(`${head}\n${line}\n`);
    expect(body.columns.unknown).toEqual([]);
    expect(body.rows).toMatchObject([{ state: 'ready', normalized: { ...STAY, notes: 'quiet' } }]);
  });

  test('a file may declare its encoding, or be UTF-16 with a mark', async () => {
    const { cells } = await desk.pair({ first_name: 'René', last_name: 'Müller' });
    const text = `student_id,room,contract_start,first_name,last_name\n${cells.student_id},${cells.room},2027-09-18,René,Müller\n`;
    const ready = { body: { rows: [{ state: 'ready', normalized: { first_name: 'René' } }] } };
    const send = (payload: Buffer, more = '') =>
      desk.client.post(`/bookings/import/preview?site=${desk.site.id}${more}`, payload, { 'content-type': 'text/csv' });
    expect(await send(Buffer.from(text, 'latin1'), '&encoding=windows-1252')).toMatchObject(ready);
    expect(await send(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchObject(ready);
    expect(await send(Buffer.from(text, 'latin1'))).toMatchObject({ status: 400 });
    expect(await send(Buffer.from(text), '&encoding=klingon')).toMatchObject({ status: 400 });
  });
});
