import { cellText } from '#libs/core/csv/cells';
import { type ColumnOf, RAGGED } from '#libs/core/csv/file-rows';
import { type Line, textsAfter, textsBefore } from '#libs/core/csv/lines-around';
import { SHEET } from '#libs/core/csv/sheet-names';

/** Under this name rows have the text of a line before or after them that is no row: the heading of a section, a remark, or other names of columns. */
export const SECTION = 'section line';

/** Under this name rows of a workbook have the colours of their cells that are not those of the others. */
export const COLOUR = 'line colour';

/** Adds to what the colours of a row are. */
export function markColour({ values }: { values: Record<string, unknown> }, colour: string): void {
  const known = values[COLOUR];
  values[COLOUR] = typeof known === 'string' ? `${known}; ${colour}` : colour;
}

/** What a row has in addition to its cells. */
export const BESIDE: ReadonlySet<string> = new Set([RAGGED, SECTION, SHEET, COLOUR]);

type Values = Record<string, unknown>;
type Filled = readonly (readonly [header: string, text: string])[];

/** How lines that divide rows of one kind are recognised. */
interface Kind {
  columnOf: ColumnOf;
  /** Whether somebody has decided that it is a row. */
  isDecided?: (row: object) => boolean;
  /** Whether so few cells can be a row, because one of them names a record. */
  namesRecord?: (header: string, text: string) => boolean;
  /** Whether all lines that are no rows are known to say something of the rows below them, as buildings do. */
  areOfBelow?: (texts: readonly string[]) => boolean;
}

/** So many cells, or fewer, may be the heading of a section: `Block B`, `Status: | CANCELLED`. */
const MOST_OF_HEADING = 2;
const LONGEST_NAME = 40;
const SHOWN = 200;
/** Dashes and the like between rows. */
const RULE = /^[-–—_=*.~#|+\s]+$/;
/** What only the row of a person has as a cell of its own. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** The content of a row of which something is not known yet. */
const UNDECIDED = /^(tb[acd]|n\.?\/?a\.?|none|unknown|pending|soon|later|open|offen)$/i;

/** Names as people have them: `Stone, Wanda`. Remarks are in capitals, or have small letters at the beginning of words. */
const NAMES = /^(?=.*\p{Ll}|.*\p{Lo})[\p{Lu}\p{Lo}][^\d:]*[\s,][\p{Lu}\p{Lo}][^\d:\s]*$/u;

const YEAR = /^(?:19|20)\d\d$/;

/** How a text is written: letters and digits without what they are. */
const shapeOf = (text: string): string => text.replace(/\p{N}/gu, '9').replace(/\p{Lu}/gu, 'A').replace(/\p{Ll}/gu, 'a'); // prettier-ignore

/** An object may be no text at all. */
const hasDigit = (cell: unknown): boolean => typeof cell === 'number' || (typeof cell === 'string' && /\d/.test(cell));

function filledIn(values: Values): Filled {
  const filled: [string, string][] = [];
  for (const [header, cell] of Object.entries(values)) {
    if (cell === null || cell === undefined || BESIDE.has(header)) continue;
    const text = cellText(typeof cell === 'object' ? JSON.stringify(cell) : cell);
    if (text !== undefined) filled.push([header, text]);
  }
  return filled.length > 0 ? filled : filledBeyond(values);
}

/** The cells of a line that has some to the right of the first line only, as a remark beside the table has. */
const filledBeyond = ({ [RAGGED]: cells }: Values): Filled =>
  (Array.isArray(cells) ? cells : []).flatMap((cell) => {
    const text = cellText(cell);
    return text === undefined ? [] : [['', text] as const];
  });

const written = (filled: Filled): string =>
  filled
    .map(([, text]) => text)
    .join(' | ')
    .slice(0, SHOWN);

/** Whether a row is itself the line that its section is called by. */
export const isSectionLine = (values: Values): boolean =>
  Object.hasOwn(values, SECTION) && values[SECTION] === written(filledIn(values));

/**
 * The rows of a list, of which those below a line that is no row say so in a column of their own: somebody has to decide whether
 * "CANCELLED:", "Block B" or other names of columns change what they mean. Marking rows again changes nothing.
 */
export function withSections<Row extends { row_index: number; values: Values }>(rows: Row[], kind: Kind): Row[] {
  const reader = new SectionLines(rows, kind);
  const lines = rows.map((row) => (kind.isDecided?.(row) ? undefined : reader.read(row.values)));
  // Without a row there is nothing that a line could say something of.
  if (!lines.includes(undefined)) return rows;
  const before = textsBefore(lines);
  const texts = lines.flatMap((line) => (line === undefined || line.kind === 'same names' ? [] : [line.text]));
  const after = kind.areOfBelow?.(texts) ? [] : textsAfter(rows, lines);
  return rows.map((row, index) => {
    const line = lines[index];
    const isLine = line !== undefined && line.kind !== 'same names';
    const text = isLine ? line.text : [before[index], after[index]].filter((each) => each !== undefined).join(' / ');
    const isMarked = !isLine && Object.hasOwn(row.values, SECTION);
    return text === '' || isMarked ? row : { ...row, values: { ...row.values, [SECTION]: text } };
  });
}

/** What the rows of a list have in common, to recognise lines that are not rows. */
class SectionLines {
  private readonly usual: number;
  /** The columns whose cells have a digit in them, as ids, rooms and dates have. */
  private readonly numbered = new Set<string>();
  private readonly used = new Map<string, { filled: number; numbered: number }>();

  constructor(
    private readonly rows: readonly { values: Values }[],
    private readonly kind: Kind,
  ) {
    const counts = rows.map(({ values }) => this.count(values)).sort((one, other) => one - other);
    // Of few rows with many lines between them the middle one may be a line.
    this.usual = counts[Math.floor((counts.length * 3) / 4)] ?? 0;
    for (const [header, { filled, numbered }] of this.used) if (numbered * 2 > filled) this.numbered.add(header);
  }

  private count(values: Values): number {
    let count = 0;
    for (const header in values) {
      const cell = values[header];
      if (cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')) continue;
      let column = this.used.get(header);
      if (!column) {
        if (BESIDE.has(header)) continue;
        this.used.set(header, (column = { filled: 0, numbered: 0 }));
      }
      count++;
      column.filled++;
      if (hasDigit(cell)) column.numbered++;
    }
    return count;
  }

  read(values: Values): Line | undefined {
    if (!this.mayBeLine(values) || this.isSomebody(values)) return undefined;
    const filled = filledIn(values);
    const text = written(filled);
    if (filled.length === 0) return undefined;
    const line = this.lineOf(filled, text);
    const isMarked = values[SECTION] === text && (line === undefined || line.kind === 'same names');
    return isMarked ? { kind: 'heading', text } : line;
  }

  private lineOf(filled: Filled, text: string): Line | undefined {
    if (this.isHeading(filled)) return { kind: 'heading', text };
    const named = filled.filter(([, name]) => this.columnNamed(name) !== undefined);
    if (named.length > 1 && named.length * 2 >= filled.length)
      return this.isHeader(filled) ? { kind: 'same names' } : { kind: 'names', text };
    if (this.hasNoNumbers(filled)) return { kind: 'words', text };
    return this.isRemark(filled) ? { kind: 'heading', text } : undefined;
  }

  /** One text in all cells, as of one that was filled down, or words where all rows have ids, rooms and days. */
  private isRemark(filled: Filled): boolean {
    if (filled.some(([header, text]) => this.kind.namesRecord?.(header, text))) return false;
    if (filled.every(([, text]) => RULE.test(text)) || filled.some(([, text]) => EMAIL.test(text))) return false;
    if (filled.length > 1 && new Set(filled.map(([, text]) => text.toLowerCase())).size === 1) return true;
    const inNumbered = filled.filter(([header]) => this.numbered.has(header));
    return (
      this.numbered.size > 1 &&
      inNumbered.every(([, text]) => !/\d/.test(text)) &&
      inNumbered.some(([, text]) => !UNDECIDED.test(text))
    );
  }

  /** A row of usual length with a digit in each column of digits is no such line: that is most of them. */
  private mayBeLine(values: Values): boolean {
    if (this.numbered.size === 0 || Object.hasOwn(values, SECTION)) return true;
    let count = 0;
    for (const header in values) {
      const cell = values[header];
      if (cell === null || cell === undefined || cell === '' || BESIDE.has(header)) continue;
      count++;
      if (this.numbered.has(header) && !hasDigit(cell)) return true;
    }
    return count <= MOST_OF_HEADING;
  }

  /** Whether a row has only the name of a person, and one cell that is written as in other rows, such as a room: nothing that it says can be about these. */
  private isSomebody(values: Values): boolean {
    const filled = Object.hasOwn(values, SECTION) ? [] : filledIn(values);
    const [name, other] = NAMES.test(filled[0]?.[1] ?? '') ? filled : [...filled].reverse();
    if (filled.length !== MOST_OF_HEADING || !name || !other) return false;
    if (!NAMES.test(name[1]) || !/\d/.test(other[1]) || YEAR.test(other[1])) return false;
    const textIn = (row: Values, header: string) => (typeof row[header] === 'string' ? row[header].trim() : '');
    return this.rows.some(
      ({ values: row }) =>
        filledIn(row).length > MOST_OF_HEADING &&
        NAMES.test(textIn(row, name[0])) &&
        shapeOf(textIn(row, other[0])) === shapeOf(other[1]),
    );
  }

  private isHeading(filled: Filled): boolean {
    if (filled.length > MOST_OF_HEADING || filled.length * 2 > this.usual) return false;
    return !filled.some(([header, text]) => this.kind.namesRecord?.(header, text));
  }

  private columnNamed = (text: string): string | undefined =>
    text.length <= LONGEST_NAME && !/\d/.test(text) ? this.kind.columnOf(text) : undefined;

  /** Whether a line of names has the names of its own columns, for all that are used. */
  private isHeader(filled: Filled): boolean {
    const named = new Map(filled);
    const nameOf = (name: string) => this.kind.columnOf(name) ?? name.trim().toLowerCase();
    return [...this.used.keys()].every((header) => {
      const name = named.get(header);
      return name !== undefined && nameOf(name) === nameOf(header);
    });
  }

  /** Words that differ, in columns whose other cells have digits: names of columns in words that nobody knows. */
  private hasNoNumbers(filled: Filled): boolean {
    const words = new Set(filled.map(([, text]) => text.toLowerCase()));
    const inNumbered = filled.filter(([header]) => this.numbered.has(header)).length;
    return (
      inNumbered > 1 &&
      inNumbered >= this.numbered.size - 1 &&
      // Units are often those of two columns: `(date)`.
      words.size >= filled.length - 1 &&
      filled.every(([header, text]) => !text.includes('@') && !(this.numbered.has(header) && /\d/.test(text))) &&
      filled.every(([, text]) => /\p{L}/u.test(text) && !UNDECIDED.test(text))
    );
  }
}
