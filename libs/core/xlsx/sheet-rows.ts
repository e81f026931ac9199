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

/** Hears the XML of a sheet and hands its lines over: the number of a line, from 1, and its cells as texts. */
export class SheetRows implements XmlReader {
  private readonly pieces = new TextPieces();
  private line = 0;
  private cells: (string | null)[] = [];
  private column = -1;
  private cell: Record<string, string> | undefined;
  private value = '';
  private isValue = false;
  private isFormula = false;

  constructor(
    private readonly context: SheetContext,
    private readonly take: (line: number, cells: (string | null)[]) => void,
  ) {}

  open = (element: string, attributes: Record<string, string>): void => {
    if (element === 'row') this.openRow(attributes['r']);
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
    else if (element === 'row') this.take(this.line, this.cells);
    else this.pieces.close(element);
  };

  private openRow(number: string | undefined): void {
    const line = number === undefined ? this.line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.line || line > MOST_LINES)
      throw noWorkbook('its rows are not in order');
    [this.line, this.cells, this.column] = [line, [], -1];
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

/** The position of a column, from 0, of a reference such as `AB12`. */
function columnOf(reference: string): number {
  const [letters] = /^\$?[A-Za-z]{1,3}/.exec(reference) ?? [];
  if (!letters) throw noWorkbook('a cell has no column');
  let column = 0;
  for (const letter of letters.replace('$', '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
