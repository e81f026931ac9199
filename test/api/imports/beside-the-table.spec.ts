import { describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { textRows, workbook } from '../../support/workbook.js';

const { lodge, desk } = await useImportDesk({ desk: { date_order: 'dmy' } });
const pairs = async (count: number) => {
  const all: Cells[] = [];
  for (let index = 0; index < count; index++) all.push((await desk.pair()).cells);
  return all;
};
const READY = ['ready', []];
const ASKED = ['needs_decision', ['unread_column']];
const DOUBTED = ['needs_decision', ['doubtful_value']];
const looksOf = (rows: { state: string; issues: never[] }[]) => rows.map((row) => [row.state, codes(row)]);
const looks = async (rows: Cells[]) => looksOf((await desk.preview(...rows)).body.rows);
const each = <T>(rows: unknown[], what: T): T[] => rows.map(() => what);

describe('a text in the first line that has no column below it', () => {
  const HEADERS = ['student_id', 'room', 'contract_start', 'contract_end'];
  const csv = async (before: string[], after: string[], count = 3) => {
    const blank = (texts: string[]) => texts.map(() => '');
    const lines = (await pairs(count)).map((row) => [...blank(before), ...HEADERS.map((name) => String(row[name])), ...blank(after)]); // prettier-ignore
    return [[...before, ...HEADERS, ...after], ...lines].map((line) => line.join(',')).join('\r\n') + '\r\n';
  };
  const seen = async (text: string) => looksOf((await desk.previewCsv(text)).body.rows);

  test.each([
    'Cancelled bookings',
    'all dates are last nights',
    'DRAFT - do not import',
    'yellow = cancelled',
    '2026/27',
    'gelb: storniert',
  ])('is a question for all rows, wherever it stands: %s', async (text) => {
    for (const [before, after] of [
      [[], [text]],
      [[], ['', text]],
      [[text], []],
    ] as [string[], string[]][]) {
      const file = await csv(before, after);
      expect(await seen(file)).toEqual([ASKED, ASKED, ASKED]);
      const query = new URLSearchParams({ site: desk.site.id, columns: JSON.stringify({ 'section line': 'ignore' }) });
      const path = `/bookings/import/preview?${query.toString()}`;
      expect((await desk.client.post(path, file, { 'content-type': 'text/csv' })).body.summary.ready).toBe(3);
    }
    const rows = (await pairs(2)).map((row) => ({ ...row, [text]: '' }));
    const { body } = await desk.preview(...rows);
    expect(looksOf(body.rows)).toEqual([ASKED, ASKED]);
    // Rows that are sent as they were returned mean the same.
    expect(await looks(body.rows.map(({ values }: { values: Cells }) => values))).toEqual([ASKED, ASKED]);
  });

  test.each(['all of the above are cancelled', 'annulliert'])(
    'is one on a line of its own, to the right of the table: %s',
    async (text) => {
      const lines = (await csv([], [])).trimEnd().split('\r\n');
      for (const beyond of [1, 3])
      expect((await seen([...lines, ','.repeat(3 + beyond) + text].join('\r\n'))).slice(0, 3)).toEqual([ASKED, ASKED, ASKED]); // prettier-ignore
    },
  );

  test('is one if it names a place of the site, or stands apart from the table', async () => {
    await lodge.make.room(desk.site, { name: 'Garden Block', code: 'GB' });
    expect(await seen(await csv([], ['Garden Block']))).toEqual([ASKED, ASKED, ASKED]);
    expect(await seen(await csv([], ['', 'Overflow']))).toEqual([ASKED, ASKED, ASKED]);
  });

  test.each([
    'Tutor',
    'Emergency contact',
    'Next of kin',
    'Date of birth',
    'Cancelled',
    'Cancellation reason',
    'Cancelled on',
    'Any medical conditions?',
    'Phone 2',
    'Fee status',
    'Unnamed: 7',
    'Betreuer',
    'Car colour',
  ])('says nothing if it is the name of a column in which nothing is filled: %s', async (name) => {
    expect(await seen(await csv([], [name]))).toEqual([READY, READY, READY]);
  });

  test('is one in a workbook, and a legend in any column', async () => {
    for (const legend of [['Cancelled bookings'], ['yellow = cancelled', 'red = moved'], ['', 'yellow = cancelled']]) {
      const rows = await pairs(5);
      const lines = rows.map((row) => HEADERS.map((name) => String(row[name])));
      const all = [HEADERS, ...lines].map((line, index) => [...line, null, null, legend[index] ?? null]);
      const file = await workbook({ sheets: [{ name: 'Sheet1', rows: textRows(...all) }] });
      const path = `/bookings/import/preview?site=${desk.site.id}`;
      const { body } = await desk.client.post(path, file, { 'content-type': XLSX_TYPE });
      expect(body.summary).toMatchObject({ ready: 0, needs_decision: 5 });
    }
  });
});

describe('a day that the other rows of a short list do not have', () => {
  const starting = async (count: number) =>
    (await pairs(count)).map((row, index): Cells => ({ ...row, contract_start: `2027-09-${18 + (index % 7)}` }));
  const field = async (rows: Cells[], index: number) => {
    const row = (await desk.preview(...rows)).body.rows[index];
    return [row.state, row.issues.filter(({ severity }: { severity: string }) => severity !== 'info').map((issue: { field: string }) => issue.field)]; // prettier-ignore
  };

  test.each([4, 8, 12, 20])('is a question if it is in another year: one of %d rows', async (count) => {
    for (const [more, name] of [
      [{ contract_start: '2026-09-18' }, 'contract_start'],
      [{ contract_start: '2026-09-19' }, 'contract_start'],
      [{ contract_end: '2029-06-30' }, 'contract_end'],
    ] as [Cells, string][]) {
      const rows = await starting(count);
      rows[2] = { ...rows[2], contract_start: '2027-09-19', ...more };
      expect(await field(rows, 2)).toEqual(['needs_decision', [name]]);
      expect((await looks(rows)).filter(([state]) => state === 'ready')).toHaveLength(count - 1);
    }
  });

  test('is not asked about if it is in another part of the year', async () => {
    for (const more of [
      { contract_start: '2028-01-18' },
      { contract_end: '2027-12-30' },
      { contract_end: '2028-08-30' },
      { contract_start: '2027-06-18' },
    ]) {
      const rows = await starting(8);
      rows[3] = { ...rows[3], ...more };
      expect(await looks(rows)).toEqual(each(rows, READY));
    }
  });

  const withEnds = async (ends: string[]) => (await pairs(ends.length)).map((row, index): Cells => ({ ...row, contract_end: ends[index] })); // prettier-ignore
  test('is a question if departures count on by a day or a year from line to line, but for the first', async () => {
    const years = await withEnds(['2028-06-30', '2029-06-30', '2030-06-30', '2031-06-30']);
    expect(await looks(years)).toEqual([READY, DOUBTED, DOUBTED, DOUBTED]);
    for (const count of [4, 12, 25]) {
      const days = Array.from({ length: count }, (_, index) => new Date(Date.UTC(2028, 5, 30 + index)).toISOString().slice(0, 10)); // prettier-ignore
      const rows = await withEnds(days);
      expect(await looks(rows)).toEqual([READY, ...each(rows.slice(1), DOUBTED)]);
    }
  });

  test('is not asked about where lists are in the order of their days', async () => {
    const ends = await withEnds(['2028-06-28', '2028-06-29', '2028-06-30', '2028-06-30', '2028-07-01', '2028-07-04']);
    expect(await looks(ends)).toEqual(each(ends, READY));
    const starts = (await pairs(6)).map((row, index): Cells => ({ ...row, contract_start: `2027-09-${18 + index}` }));
    expect(await looks(starts)).toEqual(each(starts, READY));
    const weeks = (await pairs(6)).map((row, index): Cells => ({ ...row, contract_start: `2027-07-1${index}`, contract_end: `2027-07-2${index}` })); // prettier-ignore
    expect(await looks(weeks)).toEqual(each(weeks, READY));
  });
});

describe('a stay next to a booking of the person', () => {
  const beside = async (days: Cells, booked: Cells) => {
    const { cells, student } = await desk.pair();
    const { room } = await desk.pair();
    await desk.book(room, student, booked);
    return (await looks([{ ...cells, ...days }]))[0];
  };
  const SUMMER = { contract_start: '2028-07-01', contract_end: '2028-08-31' };
  test('with one night between them may have a last night as its end', async () => {
    expect(await beside(SUMMER, { contract_end: '2028-06-30' })).toEqual(DOUBTED);
    expect(await beside({ contract_end: '2028-06-30' }, SUMMER)).toEqual(DOUBTED);
  });

  test('is not asked about without a night between them, or with several', async () => {
    expect(await beside(SUMMER, { contract_end: '2028-07-01' })).toEqual(READY);
    expect(await beside(SUMMER, { contract_end: '2028-06-29' })).toEqual(READY);
    expect(await beside({ contract_end: '2028-07-01' }, SUMMER)).toEqual(READY);
    expect(await beside({ contract_end: '2028-06-29' }, SUMMER)).toEqual(READY);
  });
});

test.each(['30/06/2028 00:00', '2028-06-30 00:00:00', '2028-06-30T00:00', '2028-06-29T23:00:00Z'])(
  'parking until a midnight is a question: %s',
  async (parking_expiry) => {
    const { cells } = await desk.pair();
    expect(await looks([{ ...cells, parking_expiry }])).toEqual([DOUBTED]);
    expect(await looks([{ ...cells, parking_expiry: '30/06/2028' }])).toEqual([READY]);
    expect(await looks([{ ...cells, parking_expiry: '30/06/2028 18:00' }])).toEqual([READY]);
  },
);
