import { pick } from '#apps/demo/seeded';
import type { AdversaryFile, Stay } from './adversaries.js';
import type { Cells } from './adversary-people.js';

type Random = () => number;

const WORDS = ['CANCELLED:', 'Storniert', 'Block B', 'B2', 'NO SHOW', 'Waiting list', 'Departed', '2026/27', '12', '2027-09-18', 'Page 2', '— old —', 'New arrivals', 'void', '↓ moved ↓', '❌']; // prettier-ignore
const LABELS = ['Status', 'Total', 'Haus', 'Building:', 'Stand', 'From'];
/** Names of columns that nobody knows, or that say something else than the column in which they stand. */
const OTHER_NAMES = ['Wer', 'Previous room', 'Wohin', 'Cancelled on', 'Kind', 'Anfang?', 'Old', 'Erledigt', 'Foo', 'Bar', 'Left', 'Nein', 'Was', 'Zusatz']; // prettier-ignore

const blank = (columns: string[]): Cells => Object.fromEntries(columns.map((column) => [column, '']));

/** A line that is no row, and may say something of those below it. */
const DIVIDING: ((columns: string[], random: Random) => Cells)[] = [
  (columns, random) => ({ ...blank(columns), [pick(columns, random)]: pick(WORDS, random) }),
  (columns, random) => ({ ...blank(columns), [columns[0] ?? '']: pick(WORDS, random) }),
  (columns, random) => ({ ...blank(columns), [columns[0] ?? '']: pick(LABELS, random), [columns[1 + Math.floor(random() * (columns.length - 1))] ?? '']: pick(WORDS, random) }), // prettier-ignore
  (columns) => Object.fromEntries(columns.map((column, index) => [column, OTHER_NAMES[index] ?? ''])),
  (columns, random) => ({ ...Object.fromEntries(columns.map((column) => [column, column])), [pick(columns, random)]: pick(OTHER_NAMES, random) }), // prettier-ignore
  (columns, random) => {
    const [one, other] = [pick(columns, random), pick(columns, random)];
    return { ...Object.fromEntries(columns.map((column) => [column, column])), [one]: other, [other]: one === other ? 'Old' : one }; // prettier-ignore
  },
  (columns) => Object.fromEntries(columns.map((column) => [column, `(${column.includes('contract') ? 'date' : `of ${column}`})`])), // prettier-ignore
];
/** A line that is no row, and says nothing that the first line does not say: the header of the next page. */
const HARMLESS = (columns: string[]): Cells => Object.fromEntries(columns.map((column) => [column, column]));

const NO_ROW: Omit<Stay, 'kind'> = { person: null, room: null, start: '', end: '', status: null, notes: '', vehicle: '', slot: null, hold: null, parking: null, clear: false, broadlyClear: false }; // prettier-ignore
const asked = (stay: Stay): Stay => ({ ...stay, kind: `${stay.kind} / below a line`, person: null, room: null, clear: false, broadlyClear: false }); // prettier-ignore

/** A row above such a line may be asked, too. */
const doubtful = (stay: Stay): Stay => ({ ...stay, clear: false, broadlyClear: false });

/** A file with a line somewhere in it that is no row: what stands below it cannot be known, unless the line is the header again. */
export function divided(file: AdversaryFile, random: Random): AdversaryFile {
  const columns = Object.keys(file.rows[0] ?? {});
  const at = Math.floor(random() * file.rows.length);
  const isHarmless = random() < 0.15;
  const line = isHarmless ? HARMLESS(columns) : pick(DIVIDING, random)(columns, random);
  return {
    ...file,
    rows: file.rows.toSpliced(at, 0, line),
    stays: file.stays
      .map((stay, index) => (isHarmless ? stay : index < at ? doubtful(stay) : asked(stay)))
      .toSpliced(at, 0, { ...NO_ROW, kind: 'no row' }),
  };
}
