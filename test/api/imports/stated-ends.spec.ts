import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

const OPEN = ['open', 'Open-ended', 'indefinite', 'unbefristet', 'indefinido', 'bezterminowo'];
const NOTHING = ['-', '–', 'n/a', 'none', 'keine'];
const ASKED = ['needs_decision', ['doubtful_value']];
const seen = (row: { state: string; issues: never[] }) => [row.state, codes(row)];

describe('a stay', () => {
  test.each(OPEN)('has no end if its cell says so in a word, also among others with one: %s', async (contract_end) => {
    const rows = [await desk.pair(), await desk.pair(), await desk.pair()].map(({ cells }) => cells);
    const { body } = await desk.commit([{ ...rows[0], contract_end }, ...rows.slice(1)]);
    expect(body.results).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }, { outcome: 'created' }]);
    expect(await desk.booking(body.results[0].booking_id)).toMatchObject({ contract_end: null });
  });

  test.each(NOTHING)(
    'whose cell says neither is a question, and open when that is accepted: %s',
    async (contract_end) => {
      const { cells } = await desk.pair();
      expect(seen(await desk.look({ ...cells, contract_end }))).toEqual(ASKED);
      const { body } = await desk.commit([{ ...cells, contract_end }], [{ row_index: 0, action: 'create', accept: ['doubtful_value'] }]); // prettier-ignore
      expect(await desk.booking(body.results[0].booking_id)).toMatchObject({ contract_end: null });
    },
  );

  test('that has an end keeps it, and the row asks', async () => {
    for (const contract_end of ['open', '-']) {
      const { room, student, cells } = await desk.pair();
      const { _id: booking_id } = await desk.book(room, student);
      for (const row of [{ ...cells, contract_end }, { booking_id, contract_end }])
        expect((await desk.look(row)).issues).toContainEqual(expect.objectContaining({ code: 'contradicting_cells', field: 'contract_end' })); // prettier-ignore
      expect((await desk.look({ booking_id, contract_end })).state).toBe('needs_decision');
    }
  });

  test.each(['soon', 'tbc', 'offen', 'unknown?'])(
    'of which the end is to come is no open one: %s',
    async (contract_end) => {
      const { cells } = await desk.pair();
      expect((await desk.look({ ...cells, contract_end })).state).toBe('error');
    },
  );
});

// The next resident of a room comes on the day of a departure, or on the day after a last night.
describe('rooms in which one stay follows another', () => {
  const rowsOf = async (rooms: number, gap: number) => {
    const rows: Cells[] = [];
    for (let number = 0; number < rooms; number++) {
      const [one, other] = [await desk.pair(), await desk.pair()];
      const end = `2029-0${1 + (number % 3)}-1${number % 10}`;
      const start = `${end.slice(0, 8)}${Number(end.slice(8)) + gap}`;
      rows.push({ ...one.cells, contract_start: '2028-09-01', contract_end: end });
      rows.push({ ...other.cells, room: one.cells.room, contract_start: start, contract_end: '2029-07-31' });
    }
    return rows;
  };
  const askedIn = async (rows: Cells[]): Promise<number> =>
    (await desk.preview(...rows)).body.rows.filter((row: { issues: never[] }) => codes(row).includes('doubtful_value')).length;

  test('ask whether their last days are nights if all begin a day later', async () => {
    for (const rooms of [3, 6]) expect(await askedIn(await rowsOf(rooms, 1))).toBe(rooms * 2);
  });

  test('do not ask if one begins on the day, if they are few, or if nights lie between', async () => {
    expect(await askedIn([...(await rowsOf(5, 1)), ...(await rowsOf(1, 0))])).toBe(0);
    expect(await askedIn(await rowsOf(2, 1))).toBe(0);
    expect(await askedIn(await rowsOf(5, 3))).toBe(0);
  });
}); // prettier-ignore
