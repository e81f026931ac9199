import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

// A site of which no order of dates is known.
const { desk } = await useImportDesk({});

/** What rows with these days mean: the days, or why they are a question. */
async function read(arrival: string, departure: string, ...days: [string, string][]): Promise<unknown[]> {
  const rows = [];
  for (const [start, end] of days) {
    const { student_id, room } = (await desk.pair()).cells;
    rows.push({ student_id, room, [arrival]: start, [departure]: end });
  }
  const { body } = await desk.preview(...(rows as never[]));
  return body.rows.map((row: { state: string; normalized: Record<string, unknown>; issues: never[] }) =>
    row.state === 'ready' ? [row.normalized.contract_start, row.normalized.contract_end] : codes(row),
  );
}

const DAYS: [string, string] = ['05/09/2027', '01/06/2028'];
const DMY = ['2027-09-05', '2028-06-01'];

describe('a header that ends with a notation says how days are written', () => {
  test.each([
    ['Arrival (DD/MM/YYYY)', 'Departure (DD/MM/YYYY)', DAYS, DMY],
    ['Arrival dd/mm/yyyy', 'Departure', DAYS, DMY],
    ['Arrival [MM/DD/YYYY]', 'Departure [MM/DD/YYYY]', DAYS, ['2027-05-09', '2028-01-06']],
    ['Anreise (TT.MM.JJJJ)', 'Abreise (TT.MM.JJJJ)', ['05.09.2027', '01.06.2028'], DMY],
    ["Date d'arrivée (jj/mm/aaaa)", 'Date de départ (jj/mm/aaaa)', DAYS, DMY],
    ['data di arrivo (gg/mm/aaaa)', 'data di partenza (gg/mm/aaaa)', DAYS, DMY],
    ['aankomst (dd-mm-jjjj)', 'vertrek (dd-mm-jjjj)', ['05-09-2027', '01-06-2028'], DMY],
    ['przyjazd (dd.mm.rrrr)', 'wyjazd (dd.mm.rrrr)', ['05.09.2027', '01.06.2028'], DMY],
    ['Arrival: YYYY-MM-DD', 'Departure: YYYY-MM-DD', DMY, DMY],
  ] as [string, string, [string, string], string[]][])('%s, %s', async (arrival, departure, days, meant) => {
    expect(await read(arrival, departure, days)).toEqual([meant]);
  });

  test('unless another header says another one', async () => {
    expect(await read('Arrival (DD/MM/YYYY)', 'Departure (MM/DD/YYYY)', DAYS)).not.toContainEqual(expect.arrayContaining([expect.stringMatching(/^20/)])); // prettier-ignore
  });

  test('unless a day of the file cannot be written so: which of the others are, nobody knows', async () => {
    const [first, second] = await read('Arrival (DD/MM/YYYY)', 'Departure (DD/MM/YYYY)', DAYS, ['09/18/2027', '06/30/2028']); // prettier-ignore
    expect([first, second]).not.toContainEqual(DMY);
    expect(first).toContain('ambiguous_date');
  });

  test('unless the days have another sign between their numbers', async () => {
    expect((await read('Arrival (DD/MM/YYYY)', 'Departure (DD/MM/YYYY)', ['05-09-2027', '01-06-2028']))[0]).toContain('ambiguous_date'); // prettier-ignore
    expect((await read('Arrival (YYYY-MM-DD)', 'Departure (YYYY-MM-DD)', DAYS))[0]).toContain('ambiguous_date');
  });
});
