import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({});
const seen = async (cells: object) => {
  const { cells: own } = await desk.pair();
  return codes(await desk.look({ ...own, ...cells }));
};

describe('years in notes', () => {
  test.each([
    ...['not 2027/28', 'not for 2027/28', '2027/28 declined', 'left 27/28', 'leaver 2027/28', 'offer 2027/28'],
    ...['Sep-Dec 2027', 'Jan 2028 start', 'January 2028', 'from 2028', 'for 2027', '2027 only', '2028 intake'],
    ...['winter 27/28', 'WiSe 2027/28', 'Michaelmas 2027', 'room 27/28'],
  ])('are a question with a few other words: %s', async (notes) => {
    expect(await seen({ notes })).toEqual(['contradicting_cells']);
  });

  test.each([
    ...['2027/28', 'AY 27/28', 'academic year 2027/28', 'tenancy 2027/28', 'arrives on 18 September 2027'],
    ...['tel 020 2027 1234', 'see the letter about the new bicycle shed of 2027'],
  ])('say nothing alone, in a day of the row, in numbers and in longer notes: %s', async (notes) => {
    expect(await seen({ notes })).toEqual([]);
  });
});

test('a column that is called like last nights and declared to have departures is a question until stay_end is', async () => {
  const { cells } = await desk.pair();
  const { contract_end, ...others } = cells;
  const row = { ...others, 'Last night': contract_end };
  const columns = { 'Last night': 'contract_end' };
  const preview = (more: object) => desk.client.post('/bookings/import/preview', { site: desk.site.id, rows: desk.rows(row), columns, ...more }); // prettier-ignore
  expect(codes((await preview({})).body.rows[0])).toEqual(['doubtful_value']);
  for (const [stay_end, end] of [
    ['departure', '2028-06-30'],
    ['last_night', '2028-07-01'],
  ])
    // prettier-ignore
    expect((await preview({ stay_end })).body.rows[0]).toMatchObject({ state: 'ready', normalized: { contract_end: end } });
});
