import { describe, expect, test } from '@jest/globals';
import { type Cells, codes, ImportDesk } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ desk: { date_order: 'dmy' } });
const pairs = async (count: number, at = desk) => {
  const all: Cells[] = [];
  for (let index = 0; index < count; index++) all.push((await at.pair()).cells);
  return all;
};
const seen = async (rows: Cells[], at = desk, declared: object = {}) => {
  const request = { site: at.site.id, rows: at.rows(...rows), ...declared };
  const { body } = await at.client.post('/bookings/import/preview', request);
  return body.rows as { state: string; issues: never[]; normalized: Cells }[];
};
const READY = ['ready', []];
const looks = async (...args: Parameters<typeof seen>) => (await seen(...args)).map((row) => [row.state, codes(row)]);
const each = <T>(rows: unknown[], what: T): T[] => rows.map(() => what);

describe('a blank last day', () => {
  test.each([
    ['of the first row', [0]],
    ['of a third', [0, 3]],
    ['of half', [0, 2, 4]],
    ['of the last row', [5]],
    ['that cannot be read', [-1]],
  ])('is a question while another row has one: %s', async (_of, filled) => {
    const rows = (await pairs(6)).map((row, index) => (filled.includes(index) ? row : { ...row, contract_end: '' }));
    const all = filled[0] === -1 ? [{ ...rows[0], contract_end: 'soon' }, ...rows.slice(1)] : rows;
    const expected = all.map((_, index) => (filled[0] === -1 && index === 0 ? ['error', ['invalid_date']] : filled.includes(index) ? READY : ['needs_decision', ['doubtful_value']])); // prettier-ignore
    expect(await looks(all)).toEqual(expected);
  });

  test('says nothing where no row has one, and where it is a word', async () => {
    const open = (await pairs(4)).map((row): Cells => ({ ...row, contract_end: '' }));
    expect(await looks(open)).toEqual(each(open, READY));
    const words = (await pairs(4)).map((row, index) => (index > 1 ? { ...row, contract_end: 'open' } : row));
    expect(await looks(words)).toEqual(each(words, READY));
  });
});

describe('the order of the dates of a file', () => {
  const DAYS = { contract_start: '01/04/2027', contract_end: '06/07/2028' };
  const MDY = '03/25/2027';
  const DMY = '25/03/2027';
  const rows = async (cells: Cells, at = desk) => (await pairs(3, at)).map((row) => ({ ...row, ...DAYS, ...cells }));
  const start = async (...args: Parameters<typeof seen>) => (await seen(...args))[0]?.normalized['contract_start'];

  test.each(['Applied on', 'date_of_birth', 'Letzte Mahnung'])(
    'is not proved by another column against the order of the site: %s',
    async (header) => {
      const ignored = { columns: { [header]: 'ignore' } };
      const found = await looks(await rows({ [header]: MDY }), desk, ignored);
      expect(found).toEqual(each(found, ['error', ['ambiguous_date', 'ambiguous_date']]));
      expect(await start(await rows({ [header]: MDY }))).toBeNull();
      expect(await start(await rows({ [header]: DMY }), desk, ignored)).toBe('2027-04-01');
      expect(await start(await rows({ [header]: DMY }))).toBe('2027-04-01');
    },
  );

  test('is not proved by an ignored column where the site has none, but by one that is not read', async () => {
    const at = await ImportDesk.open(lodge, { date_order: null });
    const ignored = { columns: { 'Applied on': 'ignore' } };
    for (const day of [MDY, DMY]) expect(await start(await rows({ 'Applied on': day }, at), at, ignored)).toBeNull();
    expect(await start(await rows({ 'Applied on': DMY }, at), at)).toBe('2027-04-01');
    expect(await start(await rows({ 'Applied on': MDY }, at), at)).toBe('2027-01-04');
  });

  test('is proved by the dates of the stays, also against that of the site', async () => {
    const [one, two, three] = await rows({ contract_end: '06/30/2028' });
    expect(await start([one as Cells, two as Cells, { ...three, contract_start: '09/18/2027' }])).toBe('2027-01-04');
  });
});

describe('a year of two digits', () => {
  const read = async (order: string | null, contract_start: string, contract_end: string) => {
    const at = await ImportDesk.open(lodge, { date_order: order });
    const [row] = await seen(
      (await pairs(2, at)).map((cells) => ({ ...cells, contract_start, contract_end })),
      at,
    );
    return [row?.normalized['contract_start'] ?? null, row?.normalized['contract_end'] ?? null];
  };
  const UNSURE = [null, null];
  test.each([
    ['dmy', '29/09/09', '30/12/09'],
    ['mdy', '26/11/07', '28/11/07'],
    ['dmy', '27/09/05', '28/06/06'],
    ['ymd', '09/12/27', '10/12/28'],
    ['dmy', '26.1.27', '28.6.27'],
    ['ymd', '16.1.27', '25.1.27'],
  ])('is of the place that it has in the site, or a question: %s, %s to %s', async (...dates) => {
    expect(await read(...dates)).toEqual(UNSURE);
  });

  test.each([
    ['ymd', '29/09/09', '30/12/09', ['2029-09-09', '2030-12-09']],
    ['mdy', '09/18/27', '06/30/28', ['2027-09-18', '2028-06-30']],
    [null, '29/09/09', '30/12/09', ['2029-09-09', '2030-12-09']],
    ['dmy', '16.1.27', '25.1.27', ['2027-01-16', '2027-01-25']],
    [null, '16.1.27', '28.6.27', ['2027-01-16', '2027-06-28']],
  ])(
    'is read where the order of the site says the same, or the site has none, and a stay is not longer than any: %s, %s to %s',
    async (order, start, end, expected) => {
      expect(await read(order, start, end)).toEqual(expected);
    },
  );
});

describe('arrivals that a spreadsheet converted', () => {
  const days = async (starts: string[], contract_end: string) =>
    (await pairs(starts.length)).map((row, index): Cells => ({ ...row, contract_start: starts[index], contract_end }));
  const ASKED = ['error', ['ambiguous_date']];
  test('are questions if all may be the wrong way round, and the departures stayed texts', async () => {
    for (const end of ['30/06/2028', '30.06.2028', '06/30/2028']) {
      const rows = await days(['2027-01-09', '2027-02-09', '2027-03-09'], end);
      expect(await looks(rows)).toEqual(each(rows, ASKED));
    }
  });

  test('are not asked about if one cannot be turned, if the departures would have been converted, too, or if all are typed', async () => {
    for (const rows of [
      await days(['2027-01-09', '2027-09-18', '2027-03-09'], '30/06/2028'),
      await days(['2027-01-09', '2027-02-09', '2027-03-09'], '2028-06-30'),
    ])
      expect(await looks(rows)).toEqual(each(rows, READY));
    const mixed = await days(['2027-01-09', '2027-02-09', '2027-03-09'], '30/06/2028');
    const [first, ...others] = mixed;
    expect((await looks([{ ...first, contract_end: '05/06/2028' }, ...others]))[1]).toEqual(READY);
  });
});
