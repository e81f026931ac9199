import { MOST_COLUMNS, requireFewColumns } from '#libs/core/csv/file-rows';
import { noWorkbook } from '#libs/core/xlsx/archive';
import { guarded, numberText, plainText } from '#libs/core/xlsx/cell-text';
import type { NumberFormat } from '#libs/core/xlsx/number-formats';
import { TextPieces } from '#libs/core/xlsx/shared-strings';
import type { XmlReader } from '#libs/core/xlsx/xml';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  from1904: boolean;
}

/** What a spreadsheet shows where a formula failed; here for a formula that nothing has calculated yet. */
const NOT_CALCULATED = '#N/A';
const MOST_LINES = 1_048_576;

/** A line of a sheet: its number, from 1, and its cells as texts. */
export interface SheetLine {
  number: number;
  cells: (string | null)[];
  isHidden: boolean;
}

/** Hears the XML of a sheet and hands its lines over. */
export class SheetRows implements XmlReader {
  private readonly pieces = new TextPieces();
  /** Where several cells are one: known only when all lines have been handed over. */
  readonly merged = new MergedLines();
  private line = 0;
  private isHidden = false;
  private cells: (string | null)[] = [];
  private column = -1;
  private cell: Record<string, string> | undefined;
  private value = '';
  private isValue = false;
  private isFormula = false;

  constructor(
    private readonly context: SheetContext,
    private readonly take: (line: SheetLine) => void,
  ) {}

  open = (element: string, attributes: Record<string, string>): void => {
    if (element === 'row') this.openRow(attributes);
    else if (element === 'mergeCell') this.merged.add(attributes['ref'] ?? '');
    else if (element === 'c') this.openCell(attributes);
    else if (!this.cell) return;
    else if (element === 'v') this.isValue = true;
    else if (element === 'f') this.isFormula = true;
    else this.pieces.open(element);
  };

  text = (text: string): void => {
    if (this.isValue) this.value += text;
    else this.pieces.add(text);
  };

  close = (element: string): void => {
    if (element === 'v') this.isValue = false;
    else if (element === 'c') this.closeCell();
    else if (element === 'row') this.take({ number: this.line, cells: this.cells, isHidden: this.isHidden });
    else this.pieces.close(element);
  };

  private openRow({ r: number, hidden, ht: height }: Record<string, string>): void {
    const line = number === undefined ? this.line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.line || line > MOST_LINES)
      throw noWorkbook('its rows are not in order');
    [this.line, this.cells, this.column] = [line, [], -1];
    this.isHidden = hidden === '1' || hidden === 'true' || Number(height ?? 1) === 0;
  }

  private openCell(attributes: Record<string, string>): void {
    const { r: reference } = attributes;
    const column = reference === undefined ? this.column + 1 : columnOf(reference);
    if (column <= this.column) throw noWorkbook('the cells of a row are not in order');
    [this.column, this.cell, this.value] = [column, attributes, ''];
    [this.isValue, this.isFormula] = [false, false];
    this.pieces.start();
  }

  private closeCell(): void {
    const text = this.textOfCell(this.cell ?? {});
    this.cell = undefined;
    if (text === '') return;
    if (this.column >= MOST_COLUMNS) requireFewColumns(this.column + 1);
    while (this.cells.length < this.column) this.cells.push(null);
    this.cells.push(text);
  }

  private textOfCell({ t: type, s: style }: Record<string, string>): string {
    const { value } = this;
    if (type === 'inlineStr') return guarded(plainText(this.pieces.text));
    if (value === '') return this.isFormula && type !== 'str' ? NOT_CALCULATED : '';
    if (type === 's') return this.shared(value);
    if (type === 'str') return guarded(plainText(value));
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '');
    if (type === 'e') return value;
    return numberText(value, this.context.formats[Number(style ?? 0)], this.context.from1904);
  }

  private shared(number: string): string {
    const text = this.context.strings[Number(number)];
    if (text === undefined) throw noWorkbook('a cell names a text that is not there');
    return text;
  }
}

/** The lines of which cells are merged with others, there or in other lines. */
class MergedLines {
  /** How many areas begin with a line, less those that ended with the one before. */
  private changes: Int32Array | undefined;

  add(reference: string): void {
    const [, from = '', to = from] =
      /^\$?[A-Za-z]{1,3}\$?(\d{1,7})(?::\$?[A-Za-z]{1,3}\$?(\d{1,7}))?$/.exec(reference) ?? [];
    const [first, last] = [Number(from), Math.min(Number(to), MOST_LINES)];
    if (first < 1 || first > last) return;
    this.changes ??= new Int32Array(MOST_LINES + 2);
    this.changes[first] = (this.changes[first] ?? 0) + 1;
    this.changes[last + 1] = (this.changes[last + 1] ?? 0) - 1;
  }

  /** Those of some lines, which come in order. */
  *among<Line extends { number: number }>(lines: Iterable<Line>): Generator<Line> {
    let [open, at] = [0, 0];
    for (const line of this.changes ? lines : []) {
      while (at < line.number) open += this.changes?.[++at] ?? 0;
      if (open > 0) yield line;
    }
  }
}

/** The position of a column, from 0, of a reference such as `AB12`. */
function columnOf(reference: string): number {
  const [letters] = /^\$?[A-Za-z]{1,3}/.exec(reference) ?? [];
  if (!letters) throw noWorkbook('a cell has no column');
  let column = 0;
  for (const letter of letters.replace('$', '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
