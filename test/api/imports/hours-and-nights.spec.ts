import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });
const look = async (cells: object) => desk.look({ ...(await desk.pair()).cells, ...cells });

describe('a day with the hour at which people come or leave', () => {
  test.each([
    ['18/09/2027 14:00', '17/06/2028 11:00'],
    ['18.09.2027 14:00:00', '17.06.2028 9:30'],
    ['18/09/2027 2:00 PM', '17/06/2028 11:00 am'],
    ['Sat 18/09/2027 15:00', '17 June 2028 10:00'],
    ['2027-09-18 2:00 PM', '2028-06-17 11:00'],
  ])('is that day: %s', async (contract_start, contract_end) => {
    expect(await look({ contract_start, contract_end })).toMatchObject({ state: 'ready', normalized: { contract_start: '2027-09-18', contract_end: '2028-06-17' } }); // prettier-ignore
  });

  test.each(['18/09/2027 00:30', '18/09/2027 5:59', '18/09/2027 1:00 AM', '18/09/2027 23:59', '46648.02'])(
    'is a question at night, which may belong to another day: %s',
    async (contract_start) => {
      expect(codes(await look({ contract_start }))).toContain('ambiguous_date');
    },
  );

  test.each(['18/09/2027 25:00', '18/09/2027 13:00 PM', '18/09/2027 12:75'])(
    'is no hour if no clock shows it: %s',
    async (contract_start) => {
      expect(codes(await look({ contract_start }))).toEqual(['invalid_date']);
    },
  );

  test('counts in a column that a spreadsheet has half converted', async () => {
    const rows = await Promise.all(['2027-06-09T14:00:00', '18/09/2027 14:00'].map(async (contract_start) => ({ ...(await desk.pair()).cells, contract_start }))); // prettier-ignore
    const [converted, text] = (await desk.preview(...rows)).body.rows;
    expect([codes(converted), text.normalized.contract_start]).toEqual([['ambiguous_date'], '2027-09-18']);
  });

  test('is no moment if its time cannot be read', async () => {
    const { body } = await desk.preview({ ...(await desk.pair()).cells, departure_slot: '30/06/2028 2:00 PM' });
    expect(body.rows[0].state).toBe('error');
  });
});

describe('last nights that were declared for the file before', () => {
  const HEADERS = ['Student no', 'Room', 'Arrival', 'Departure'];
  const preview = (lines: string[][], more: object = {}) =>
    desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: lines.map((line, row_index) => ({ row_index, values: Object.fromEntries(HEADERS.map((header, at) => [header, line[at]])) })), ...more }); // prettier-ignore
  const line = async (departure: string) => {
    const { cells } = await desk.pair();
    return [cells.student_id as string, cells.room, '2027-09-18', departure];
  };

  test('are not those of a file that has the departure of a booking as it is stored', async () => {
    const first = await line('2028-06-16');
    const { body } = await preview([first], { stay_end: 'last_night' });
    const commit = { site: desk.site.id, preview_id: body.preview_id, idempotency_key: 'nights-1', stay_end: 'last_night' }; // prettier-ignore
    expect((await desk.client.post('/bookings/import/commit', commit)).body.results).toMatchObject([{ outcome: 'created' }]); // prettier-ignore
    const other = await line('2028-06-17');
    expect((await preview([other])).body).toMatchObject({ remembered: { used: ['stay_end'] }, rows: [{ state: 'ready', normalized: { contract_end: '2028-06-18' } }] }); // prettier-ignore
    const both = [[...first.slice(0, 3), '2028-06-17'], other];
    const answer = (await preview(both)).body;
    expect([answer.remembered, codes(answer.rows[1])]).toEqual([null, ['doubtful_value']]);
    const settled = (await preview(both, { stay_end: 'departure' })).body.rows[1];
    expect(settled).toMatchObject({ state: 'ready', normalized: { contract_end: '2028-06-17' } });
    expect((await preview([first, other])).body.rows[1].state).toBe('ready');
  });

  test('are refused for an export of bookings', async () => {
    const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}&format=csv`);
    const { status, body } = await desk.client.post(`/bookings/import/preview?site=${desk.site.id}&stay_end=last_night`, text, { 'content-type': 'text/csv' }); // prettier-ignore
    expect([status, body.errors[0]]).toMatchObject([400, { pointer: '/stay_end' }]);
  });
});

describe('notes of boxes and dashes', () => {
  test.each(['TRUE', 'FALSE', 'falsch', 'VRAI'])('are a question: %s', async (notes) => {
    expect(codes(await look({ notes }))).toEqual(['contradicting_cells']);
  });

  test('a dash is one, unless the list has it wherever it has no other note', async () => {
    const rows = async (...all: string[]) => {
      const cells = await Promise.all(all.map(async (notes) => ({ ...(await desk.pair()).cells, notes })));
      return (await desk.preview(...cells)).body.rows.map(codes);
    };
    expect(await rows('-')).toEqual([['contradicting_cells']]);
    expect(await rows('-', '')).toEqual([['contradicting_cells'], []]);
    expect(await rows('-', '', '-')).toEqual([['contradicting_cells'], [], ['contradicting_cells']]);
    expect(await rows('none', '')).toEqual([[], []]);
    expect(await rows('-', '-', 'arrives by train')).toEqual([[], [], []]);
  });
});
