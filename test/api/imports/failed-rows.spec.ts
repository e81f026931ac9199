import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { readTextCell } from '#libs/core/csv/cells';
import { readXlsx } from '#libs/core/xlsx/read-xlsx';
import { type Cells, ImportDesk } from '../../support/import-desk.js';
import { Lodge } from '../../support/lodge.js';
import { startWorker } from '../../support/test-worker.js';

describe('failed rows as a file', () => {
  let lodge: Lodge;
  let worker: INestApplicationContext;
  let at: ImportDesk;
  let keys = 0;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '20' } });
    worker = await startWorker(lodge);
    at = await ImportDesk.open(lodge, { date_order: null });
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
  });

  const rowsUrl = (id: string, more = '') => `/bookings/imports/${id}/rows?site=${at.site.id}${more}`;
  const table = async (id: string) =>
    parse((await at.client.get(rowsUrl(id))).text, { columns: true, bom: true }) as unknown as Record<string, string>[];
  const send = (kind: 'preview' | 'commit', rows: Record<string, string>[], more: object = {}) => {
    const columns = Object.keys(rows[0] ?? {});
    const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
    const csv = [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n'; // prettier-ignore
    const query = new URLSearchParams({ site: at.site.id, ...(kind === 'commit' && { idempotency_key: `failed-${++keys}` }), ...more }); // prettier-ignore
    return at.client.post(`/bookings/import/${kind}?${query.toString()}`, csv, { 'content-type': 'text/csv' });
  };

  test('corrected and decided in the file, each row is imported as decided, with the dates that the first file proved', async () => {
    const [one, two, three, four] = [await at.pair(), await at.pair(), await at.pair(), await at.pair()];
    const dates = { contract_start: '05/09/2027', contract_end: '06/07/2028' };
    const cells = (pair: { cells: Cells }) => ({
      student_id: pair.cells.student_id,
      room: pair.cells.room,
      ...dates,
      notes: '',
    });
    const { body } = await at.commit([
      { ...cells(one), contract_start: '25/09/2027' },
      { ...cells(two), room: `${two.cells.room}?`, notes: '=1+1 bags' },
      { ...cells(three), student_id: 'NOBODY-1', first_name: 'Ada', last_name: 'Newcomer' },
      { ...cells(four), contract_start: 'soon' },
    ]);
    expect(body.summary).toMatchObject({ created: 1, failed: 3 - body.summary.skipped });
    const failed = await table(body.import_id);
    expect(failed).toHaveLength(3);
    const [doubt, stranger, late] = failed as [Record<string, string>, Record<string, string>, Record<string, string>];
    expect(doubt).toMatchObject({
      room: `${two.cells.room}?`,
      contract_start: '05/09/2027',
      lodge_import: body.import_id,
      lodge_person: '',
    });
    expect(readTextCell(doubt.notes ?? '')).toBe('=1+1 bags');
    expect(doubt.lodge_problems).toContain('location_not_found');
    expect(doubt.lodge_rooms).toContain(`1) ${two.cells.room}`);
    expect(doubt.lodge_rooms).toContain(two.room);
    // Sent again as it is, it waits for the same decisions.
    const same = await send('preview', failed);
    expect(same.body.rows.map(({ state }: { state: string }) => state)).not.toContain('ready');
    expect(same.body.columns.unknown).toEqual([]);
    const corrected = [
      { ...doubt, lodge_room: '1' },
      { ...stranger, lodge_person: 'new' },
      { ...late, contract_start: '07/09/2027' },
    ];
    const looked = await send('preview', corrected);
    expect(looked.body.rows.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready', 'ready']);
    const done = await send('commit', corrected);
    expect(done.body.summary).toMatchObject({ created: 3, persons_created: 1 });
    const [first, , last] = done.body.results;
    expect(await at.booking(first.booking_id)).toMatchObject({
      location: two.room,
      contract_start: '2027-09-05',
      notes: '=1+1 bags',
    });
    expect(await at.booking(last.booking_id)).toMatchObject({
      location: four.room,
      contract_start: '2027-09-07',
      contract_end: '2028-07-06',
    });
    expect(await table(done.body.import_id)).toEqual([]);
  });

  test('a day that a spreadsheet took the wrong way round since is a question', async () => {
    const pairs = [await at.pair(), await at.pair(), await at.pair()];
    const rows = pairs.map(({ cells: { student_id, room } }, index) => ({
      student_id,
      room,
      contract_start: ['10/09/2027', '13/09/2027', '14/09/2027'][index] ?? '',
      contract_end: '07/06/2028',
      status: index === 0 ? 'confd.' : 'confirmed',
    }));
    const { body } = await at.commit(rows);
    expect(body.summary).toMatchObject({ created: 2 });
    const [failed = {}] = await table(body.import_id);
    const look = async (more: Record<string, string>) => {
      const [row] = (await send('preview', [{ ...failed, status: 'confirmed', ...more }])).body.rows;
      const { state, normalized, issues } = row;
      return [state, normalized.contract_start, issues.filter(({ severity }: { severity: string }) => severity !== 'info').map(({ field }: { field: string }) => field)]; // prettier-ignore
    };
    expect(await look({})).toEqual(['ready', '2027-09-10', []]);
    for (const contract_start of ['2027-10-09', '09-Oct-27', '46669'])
      expect(await look({ contract_start })).toEqual(['error', null, ['contract_start']]);
    // Converted as it was meant, or corrected to another day.
    expect(await look({ contract_start: '2027-09-10', contract_end: '2028-06-07' })).toEqual(['ready', '2027-09-10', []]); // prettier-ignore
    expect(await look({ contract_start: '2027-09-12' })).toEqual(['ready', '2027-09-12', []]);
  });

  test('a workbook has the same cells, and decisions in it count', async () => {
    const { cells, student } = await at.pair();
    const { body } = await at.commit([
      { ...cells, student_id: String(cells.student_id).replace('S-', 'S'), notes: "'-1 & <b>" },
    ]);
    const server = lodge.instance.app.getHttpAdapter().getInstance() as unknown as {
      inject: (request: object) => Promise<{ rawPayload: Buffer; headers: Record<string, string> }>;
    };
    const url = rowsUrl(body.import_id, '&format=xlsx');
    const { rawPayload, headers } = await server.inject({ method: 'GET', url, headers: { cookie: at.client.cookie } });
    expect(headers['content-type']).toBe(XLSX_TYPE);
    const { rows } = await readXlsx(rawPayload, undefined, () => undefined);
    const [csv] = await table(body.import_id);
    const filled = Object.fromEntries(Object.entries(csv ?? {}).filter(([, text]) => text !== ''));
    expect(rows[0]?.values).toEqual(csv);
    expect(String(filled.lodge_people)).toContain(student);
    const codes = String(filled.lodge_problems).match(/person_possible_match|leading_zero_mismatch/)?.[0] ?? 'none';
    const done = await send('commit', [{ ...(filled as Record<string, string>), lodge_accept: codes }]);
    expect(done.body.results[0]).toMatchObject({ outcome: 'created', person_id: student });
  });

  test('what is no decision is named, and refuses the file; a decision of the request adds to it', async () => {
    const { cells } = await at.pair();
    const { body } = await at.commit([{ ...cells, room: 'Attic 99' }]);
    const [row] = (await table(body.import_id)) as [Record<string, string>];
    for (const [column, value] of [
      ['lodge_room', '7'],
      ['lodge_person', 'somebody'],
      ['lodge_action', 'maybe'],
      ['lodge_accept', 'everything'],
      ['lodge_import', 'another'],
      ['lodge_import', at.site.id],
    ] as const) {
      const { status, body: refused } = await send('preview', [{ ...row, [column]: value }]);
      expect([column, status, refused.errors[0].pointer]).toEqual([column, 400, `/rows/0/values/${column}`]);
    }
    const mixed = await send('preview', [row, { ...row, lodge_import: '' }]);
    expect(mixed.status).toBe(400);
    const request = { site: at.site.id, idempotency_key: 'request-counts', rows: at.rows({ ...row, lodge_action: 'skip', room: cells.room }) }; // prettier-ignore
    const skipped = await at.client.post('/bookings/import/commit', request);
    expect(skipped.body.summary).toMatchObject({ skipped: 1 });
    const rows = at.rows({ ...row, lodge_action: 'create', room: cells.room });
    const decided = { ...request, rows, idempotency_key: 'more', resolutions: [{ row_index: 0, action: 'create', values: { notes: 'quiet' } }] }; // prettier-ignore
    expect((await at.client.post('/bookings/import/commit', decided)).body.summary).toMatchObject({ created: 1 });
  });

  test('is for who may import, of the own site, and as long as the cells are kept', async () => {
    const { body } = await at.commit([{ room: 'Attic' }]);
    const { email } = await lodge.make.user({ roles: { [at.site.id]: 'reception' } });
    expect((await (await lodge.logIn(email)).get(rowsUrl(body.import_id))).body.required_permission).toBe(
      'booking.import',
    );
    const other = await ImportDesk.open(lodge);
    expect((await other.client.get(`/bookings/imports/${body.import_id}/rows?site=${other.site.id}`)).status).toBe(404);
    await lodge.sql('UPDATE imports SET emptied_at = now() WHERE id = $1', [body.import_id]);
    expect((await at.client.get(rowsUrl(body.import_id))).body).toMatchObject({ status: 410, code: 'import_emptied' });
    expect((await at.client.get(rowsUrl(body.import_id, '&format=pdf'))).body.code).toBe('invalid_query');
  });
});
