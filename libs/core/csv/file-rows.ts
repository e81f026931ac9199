import { countsOf } from '#libs/core/collections/counted';
import { cellText } from '#libs/core/csv/cells';
import { DomainError } from '#libs/core/errors/domain-error';
import { LineEnds } from '#libs/core/csv/line-ends';
import { TwinColumns } from '#libs/core/csv/twin-columns';
import { MOST_VALUES } from '#libs/core/http/body-bounds';

/** The most rows that a file, or a list of rows in JSON, may have. */
export const MOST_ROWS = 20_000;
/** The most columns. */
export const MOST_COLUMNS = 1_000;

/** The most characters in its cells and in the names of their columns, which each row has again. */
const MOST_TEXT = 32 * 1_048_576;

/** A cell: text; from a workbook also a number or a truth value; several where columns have one name and differ. */
export type FileCell = string | number | boolean | null;

/** A line of a file as its cells by column name. */
export interface FileRow {
  row_index: number;
  values: Record<string, FileCell | FileCell[]>;
}

/** The field of a row for a line that does not fit its header, or in which a spreadsheet hides or merges cells. */
export const RAGGED = 'ragged row';
const SHOWN = 20;

/** Returns the name of the column of a known header. */
export type ColumnOf = (header: string) => string | undefined;

const isFilled = (cell: FileCell | undefined): boolean =>
  cell !== undefined && cell !== null && cellText(cell) !== undefined;

const lengthOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((length, cell) => length + (typeof cell === 'string' ? cell.length : 0), 0);

const tooLarge = (detail: string) => new DomainError('payload_too_large', detail);

/** @throws DomainError `payload_too_large` */
export function requireFewColumns(count: number): void {
  if (count > MOST_COLUMNS)
    throw tooLarge(
      `A file may have at most ${MOST_COLUMNS} columns, and 1 MiB in a row. Leave out what is not needed, and check what separates the cells and that each quotation mark is closed.`,
    );
}

/**
 * Makes rows of the lines of a file: the first one with anything in it names the columns. Lines without anything in them are no
 * rows, but keep their numbers: those after them are counted as a spreadsheet counts them.
 */
export class FileRows {
  readonly rows: FileRow[] = [];
  headers: string[] | undefined;
  private index = 0;
  private cells = 0;
  private text = 0;
  private namedText = 0;
  private before: { row: FileRow; cells: number } | undefined;
  /** Rows whose lines are longer than the header, although the additional cells are empty. */
  private readonly longer: { row: FileRow; cells: number }[] = [];
  /** Rows whose lines end before the last column that has a name. */
  private readonly shorter: { row: FileRow; cells: number }[] = [];
  private twins = new TwinColumns<FileRow>([], () => false);
  private named = 0;
  private readonly ends = new LineEnds();
  private readonly lengths: number[] = [];
  /** Whether a line above names the columns in another way than the first one. */
  private isTurned = false;

  constructor(private readonly columnOf: ColumnOf = () => undefined) {}

  /** `doubt`: why a person has to check the line. @throws DomainError `payload_too_large` */
  add(cells: FileCell[], doubt?: string): void {
    requireFewColumns(cells.length);
    if ((this.cells += cells.length) > MOST_VALUES) throw tooLarge(`A file may have at most ${MOST_VALUES} cells.`);
    const isBlank = !cells.some(isFilled);
    if (!this.headers) {
      if (!isBlank) this.headers = cells.map((cell, column) => String(cell ?? '').trim() || `column ${column + 1}`);
      this.namedText = lengthOf(this.headers ?? []);
      this.named = cells.findLastIndex(isFilled) + 1;
      this.twins = new TwinColumns(this.headers ?? [], (header) => this.columnOf(header) !== undefined);
      return;
    }
    if (!isBlank) this.addRow(this.headers, cells, doubt);
    this.index++;
  }

  /** Leaves out lines that have no cells; those below the header count. */
  skip(lines: number): void {
    if (this.headers) this.index += lines;
  }

  /** How many lines after the header have been read. */
  get lines(): number {
    return this.index;
  }

  private addRow(headers: string[], cells: FileCell[], doubt: string | undefined): void {
    if (this.rows.length === MOST_ROWS) throw tooLarge(`A file may have at most ${MOST_ROWS} rows.`);
    this.text += lengthOf(cells) + this.namedText;
    if (this.text > MOST_TEXT)
      throw tooLarge(
        `A file may have at most ${MOST_TEXT} characters in its cells and in the names of its columns, which count for each row.`,
      );
    const row: FileRow = { row_index: this.index, values: valuesOf(headers, cells) };
    const { before } = this;
    if (doubt !== undefined) markRow(row, doubt);
    this.isTurned = this.namesOthers(headers, cells) ?? this.isTurned;
    if (this.isTurned) markRow(row, 'a line before names the columns in another order');
    this.lengths.push(cells.length);
    if (cells.length > headers.length) this.longer.push({ row, cells: cells.length });
    if (cells.length < this.named) this.shorter.push({ row, cells: cells.length });
    this.ends.add(cells);
    const beyond = cells.slice(headers.length).filter(isFilled);
    if (beyond.length > 0)
      markRow(
        row,
        `${cells.length} cells below ${headers.length} headers; the last: ${beyond.slice(0, SHOWN).join(' | ')}`,
        cells.slice(headers.length, cells.findLastIndex(isFilled) + 1),
      );
    // A line break without quotation marks makes two lines of one row.
    else if (before && cells.length < headers.length && before.cells + cells.length - 1 === headers.length) {
      markRow(before.row, 'this line and the next one are as long as one row together');
      markRow(row, 'this line and the one before are as long as one row together');
    }
    this.before = { row, cells: cells.length };
    this.twins.add(row, cells);
    this.rows.push(row);
  }

  /** Marks the lines that fill one of two columns with one name, if these differ in others, when all are there. */
  markLone(): void {
    for (const { row, header } of this.twins.found())
      markRow(
        row,
        `several columns are called ${header}, and differ in other lines; this line fills only some of them`,
      );
  }

  /** Whether a line that names columns names others than the header; undefined when it is no such line. */
  private namesOthers(headers: string[], cells: FileCell[]): boolean | undefined {
    const filled = cells.flatMap((cell, index) => (isFilled(cell) ? [{ column: this.nameIn(cell), index }] : []));
    // The first cells of nearly all lines show that they are no such line.
    if (!filled.slice(0, LEAST_NAMED + 1).some(({ column }) => column())) return undefined;
    const named = filled.flatMap(({ column, index }) => {
      const found = column();
      return found === undefined ? [] : [found === this.columnOf(headers[index] ?? '')];
    });
    if (named.length < LEAST_NAMED || named.length * 2 < filled.length) return undefined;
    return named.includes(false);
  }

  private nameIn = (cell: FileCell | undefined) => (): string | undefined =>
    typeof cell === 'string' && cell.length <= LONGEST_NAME && !/\d/.test(cell) ? this.columnOf(cell) : undefined;

  /**
   * Looks at the lines together, when all are there: of one that has a separator more than the others, cells may be in wrong columns; one with
   * fewer cells than the header may be cut, or lack one in the middle. `isOpen`: the file does not end with a line break.
   */
  finish(isOpen: boolean): void {
    const last = this.rows.at(-1);
    const cut = isOpen && last?.row_index === this.index - 1 ? this.ends.whyCut() : undefined;
    if (last && cut !== undefined) markRow(last, cut);
    for (const { row, cells } of this.shorter)
      markRow(row, `${cells} cells below ${this.named} headers; a cell may be missing, or the line may be cut`);
    this.markLonger();
    this.markLone();
  }

  private markLonger(): void {
    if (this.longer.length === 0) return;
    const [[usual = 0] = []] = [...countsOf(this.lengths)].sort(
      ([one, count], [other, others]) => others - count || one - other,
    );
    const most = Math.max(this.headers?.length ?? 0, this.rows.length > 1 ? usual : 0);
    for (const { row, cells } of this.longer)
      if (cells > most) markRow(row, `${cells} cells where other lines have ${most}; the last are blank`);
  }
}

/** So many cells that are names of columns make a line one that names columns. */
const LEAST_NAMED = 2;
const LONGEST_NAME = 40;

/** Makes a row a question, unless it is one already. It keeps the cells beyond the header, after the first reason. */
export function markRow(row: FileRow, why: string, beyond: FileCell[] = []): void {
  const [before, ...others] = [row.values[RAGGED] ?? []].flat();
  const first = isFilled(before) ? (before as FileCell) : why;
  const kept = beyond.length > 0 ? beyond : others;
  row.values[RAGGED] = kept.length > 0 ? [first, ...kept] : first;
}

// Not assigned one by one: a column called __proto__ would become the prototype.
function valuesOf(headers: string[], cells: FileCell[]): FileRow['values'] {
  const values = new Map<string, FileCell | FileCell[]>();
  for (const [index, header] of headers.entries()) {
    // A workbook leaves blank cells out, except at the end of a line.
    const cell = cells[index] ?? (index < cells.length ? '' : undefined);
    if (cell === undefined) continue;
    const other = values.get(header);
    // Of two columns with one name the filled one counts; both count when they differ.
    if (other === undefined || !([other].flat() as FileCell[]).some(isFilled)) values.set(header, cell);
    else if (isFilled(cell) && !([other].flat() as FileCell[]).includes(cell)) values.set(header, [other, cell].flat());
  }
  return Object.fromEntries(values);
}
