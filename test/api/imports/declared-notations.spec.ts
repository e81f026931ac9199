import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true, desk: { date_order: null } });

describe('a declared date order counts for the notations of its file', () => {
  let keys = 0;
  /** A row with dates in a file with headers of its own. */
  const row = async (name: string, start: string, end: string): Promise<Cells> => {
    const { student_id, room } = (await desk.pair()).cells;
    return { student_id, room, [`contract start`]: start, contract_end: end, [`linen ${name}`]: '' };
  };
  const preview = async (cells: Cells, more: object = {}) =>
    (await desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(cells), ...more })).body;
  const commit = async (cells: Cells, more: object = {}) =>
    (await desk.client.post('/bookings/import/commit', { site: desk.site.id, idempotency_key: `notation-${++keys}`, rows: desk.rows(cells), ...more })).body; // prettier-ignore
  const ASKED = ['error', ['ambiguous_date', 'ambiguous_date']];
  const stateOf = ({ rows: [only] }: { rows: [{ state: string; issues: [] }] }) => [only.state, codes(only)];

  test.each([
    ['mdy', ['09/05/2027', '06/07/2028'], ['05.09.2027', '07.06.2028']],
    ['mdy', ['09/05/2027', '06/07/2028'], ['05-09-2027', '07-06-2028']],
    ['dmy', ['05.09.2027', '07.06.2028'], ['09/05/2027', '06/07/2028']],
    ['dmy', ['05.09.2027', '07.06.2028'], ['05-09-27', '07-06-28']],
  ] as const)(
    '%s, declared for %j, is a question for %j, until it is declared for these',
    async (date_order, first, second) => {
      const [one, other] = [first, second] as [[string, string], [string, string]];
      const name = `${++keys}`;
      const done1 = await commit(await row(name, ...one), { date_order });
      expect(done1.summary).toMatchObject({ created: 1 });
      const same = await preview(await row(name, ...one));
      expect([same.rows[0].state, same.remembered.used]).toEqual(['ready', ['date_order']]);
      expect(same.rows[0].normalized).toMatchObject({ contract_start: '2027-09-05', contract_end: '2028-06-07' });
      const cells = await row(name, ...other);
      const seen = await preview(cells);
      expect(stateOf(seen)).toEqual(ASKED);
      const done = await commit(cells, {});
      expect(done.summary).toMatchObject({ created: 0 });
      const id = (await preview(cells)).preview_id as string;
      const body = { site: desk.site.id, idempotency_key: `notation-${++keys}`, preview_id: id };
      expect((await desk.client.post('/bookings/import/commit', body)).body.summary).toMatchObject({ created: 0 });
      const own = await commit(cells, { date_order });
      expect(own.summary).toMatchObject({ created: 1 });
      // Now both are known.
      for (const dates of [one, other])
        expect(stateOf(await preview(await row(name, ...dates)))).toEqual(['ready', []]);
    },
  );

  test('a declaration of another order forgets the notations of the one before', async () => {
    const name = `${++keys}`;
    await commit(await row(name, '09/05/2027', '06/07/2028'), { date_order: 'mdy' });
    await commit(await row(name, '05.09.2027', '07.06.2028'), { date_order: 'dmy' });
    expect(stateOf(await preview(await row(name, '05.09.2027', '07.06.2028')))).toEqual(['ready', []]);
    expect(stateOf(await preview(await row(name, '09/05/2027', '06/07/2028')))).toEqual(ASKED);
  });

  test('so it does for the failed rows of the file', async () => {
    const cells = await row(`${++keys}`, '09/05/2027', '06/07/2028');
    const { import_id } = await commit({ ...cells, room: 'Attic 9' }, { date_order: 'mdy' });
    await desk.client.delete(`/bookings/import/mappings/${(await desk.client.get(`/bookings/import/mappings?site=${desk.site.id}`)).body[0]._id}?site=${desk.site.id}`); // prettier-ignore
    const { text } = await desk.client.get(`/bookings/imports/${import_id}/rows?site=${desk.site.id}`);
    const [failed] = parse(text, { columns: true, bom: true }) as unknown as [Record<string, string>];
    const corrected = { ...failed, room: cells.room };
    const seen = await preview(corrected);
    expect(seen.rows[0]).toMatchObject({ state: 'ready', normalized: { contract_start: '2027-09-05' } });
    const dotted = await preview({ ...corrected, contract_start: '05.09.2027' });
    expect(codes(dotted.rows[0])).toEqual(['ambiguous_date']);
  });
});
