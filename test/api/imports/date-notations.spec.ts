import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk();

describe('what one date of a file proves of the others', () => {
  /** What becomes of rows that arrive on these days. */
  const arrivals = async (days: string[], more: Cells = {}, noRows: Cells[] = []) => {
    const rows: Cells[] = [];
    for (const contract_start of days)
      rows.push({ ...(await desk.pair()).cells, contract_start, contract_end: undefined });
    const { body } = await desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(...rows, ...noRows), ...more }); // prettier-ignore
    return (body.rows as { normalized: { contract_start: string }; issues: [] }[])
      .slice(0, days.length)
      .map((row) => codes(row)[0] ?? row.normalized.contract_start);
  };
  const ASKED = 'ambiguous_date';

  test.each([
    ['13.04.2027', '2027-04-13', '05/09/2027'],
    ['04/13/2027', '2027-04-13', '05.09.2027'],
    ['13-04-2027', '2027-04-13', '05/09/2027'],
  ])('%s proves nothing about dates with another separator', async (proof, date, other) => {
    expect(await arrivals([proof, other])).toEqual([date, ASKED]);
  });

  test('a column that a spreadsheet has half converted is a question also after somebody corrected one of its days', async () => {
    const half = ['20/09/2027', '17/09/2027', '2027-04-09', '2027-01-10', '2027-06-09'];
    const asked = ['2027-09-20', '2027-09-17', ASKED, ASKED, ASKED];
    expect(await arrivals(half)).toEqual(asked);
    expect((await arrivals([...half, '2027-09-26'])).slice(0, 5)).toEqual(asked);
    expect((await arrivals([...half, '06/09/2027'])).slice(0, 5)).toEqual(asked);
    // Two lists, of which each has its own notation.
    const lists = ['20/09/2027', '06/09/2027', '17/09/2027', '2027-04-09', '2027-09-26', '2027-01-10'];
    expect(await arrivals(lists)).not.toContain(ASKED);
  });

  test('a date proves the order of those with its separator', async () => {
    expect(await arrivals(['13.04.2027', '05.09.2027', '05/09/2027'])).toEqual(['2027-04-13', '2027-09-05', ASKED]);
  });

  test('midnights of the site as UTC has them are asked until summer and winter prove that they are such, and no hour contradicts it', async () => {
    const [summer, winter] = ['2027-09-07T23:00:00Z', '2027-12-07T00:00:00Z'];
    expect(await arrivals([summer, '2027-06-07T23:00:00.000Z'])).toEqual([ASKED, ASKED]);
    expect(await arrivals([summer, winter])).toEqual(['2027-09-08', '2027-12-07']);
    expect(await arrivals([summer, winter, '2027-09-07T15:00:00Z'])).toEqual([ASKED, '2027-12-07', '2027-09-07']);
  });

  test.each([
    [['22. listopada 2027'], [ASKED]],
    [['22 lip 2027'], [ASKED]],
    [
      ['22. listopada 2027', '3 września 2027'],
      ['2027-11-22', '2027-09-03'],
    ],
    [
      ['22. listopada 2027', '3. rujna 2027'],
      ['2027-10-22', 'invalid_date'],
    ],
    [
      ['22. listopada 2027', '3 September 2027', '2027-09-04'],
      [ASKED, '2027-09-03', '2027-09-04'],
    ],
    [
      ['22. listopada 2027', '3 września 2027', '3. rujna 2027'],
      [ASKED, '2027-09-03', 'invalid_date'],
    ],
    [['pon. 22 listopada 2027'], ['2027-11-22']],
  ])('a month that is another one in another language needs a word of its language: %j', async (days, read) => {
    expect(await arrivals(days)).toEqual(read);
  });

  test('a line that is no row proves nothing', async () => {
    const footer = { student_id: 'Printed on', contract_start: '23.11.2026' };
    expect(await arrivals(['05.09.2027'], {}, [footer])).toEqual([ASKED]);
  });

  test('a time stamp of a program in another column proves nothing, and neither does a day of an ignored one', async () => {
    const beside = async (cell: string) => {
      const rows: Cells[] = [];
      for (const contract_start of ['05/09/2027', '06/09/2027'])
        rows.push({ ...(await desk.pair()).cells, contract_start, contract_end: undefined, Other: cell });
      const more = { site: desk.site.id, rows: desk.rows(...rows), columns: { Other: 'ignore' } };
      const { body } = await desk.client.post('/bookings/import/preview', more);
      return body.rows.map(
        (row: { normalized: Cells; issues: [] }) => codes(row)[0] ?? row.normalized['contract_start'],
      );
    };
    expect(await beside('09/20/2027 3:12 PM')).toEqual([ASKED, ASKED]);
    expect(await beside('09/20/2007')).toEqual([ASKED, ASKED]);
  });

  test('a declared order that a date of the file contradicts settles no other date', async () => {
    const declared = { date_order: 'dmy' };
    expect(await arrivals(['05/09/2027', '05.09.2027'], declared)).toEqual(['2027-09-05', '2027-09-05']);
    expect(await arrivals(['05/09/2027', '09/20/2027', '20/09/2027'], declared)).toEqual([ASKED, 'invalid_date', '2027-09-20']); // prettier-ignore
  });

  test('days that a spreadsheet converted while it left others as texts may be the wrong way round', async () => {
    expect(await arrivals(['2027-05-09', '13.09.2027', '2027-09-09'])).toEqual([ASKED, '2027-09-13', '2027-09-09']);
    expect(await arrivals(['2027-05-09 00:00:00', '09/13/2027'])).toEqual([ASKED, '2027-09-13']);
    expect(await arrivals(['2027-05-09', '2027-05-13', '13.09.2027'])).toEqual(['2027-05-09', '2027-05-13', '2027-09-13']); // prettier-ignore
  });
});
