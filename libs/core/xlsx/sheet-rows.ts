import { MOST_COLUMNS, requireFewColumns } from '#libs/core/csv/file-rows';
import { noWorkbook } from '#libs/core/xlsx/archive';
import { guarded, numberText, plainText } from '#libs/core/xlsx/cell-text';
import { isErrorValue } from '#libs/core/csv/lost-cells';
import { ConditionalLooks } from '#libs/core/xlsx/conditional-looks';
import { ANY_EMPHASIS } from '#libs/core/xlsx/looks';
import type { CellStyle, Styles } from '#libs/core/xlsx/number-formats';
import { MergedLines, MOST_LINES } from '#libs/core/xlsx/merged-lines';
import { PageTexts } from '#libs/core/xlsx/page-texts';
import { type SharedString, STRUCK, TextPieces } from '#libs/core/xlsx/shared-strings';
import { joined, type XmlReader } from '#libs/core/xlsx/xml';

/** What the cells of a sheet refer to. */
export interface SheetContext extends Styles {
  strings: readonly SharedString[];
  from1904: boolean;
}

/** Lines that are lower, in points, and columns that are narrower, in characters, are seen by nobody. */
const [LEAST_SEEN, LEAST_WIDTH] = [3, 0.5];

/** What a spreadsheet shows where a formula failed; here for a formula that nothing has calculated yet. */
const NOT_CALCULATED = '#N/A';

/** A line of a sheet: its number, from 1, and its cells as texts. */
export interface SheetLine {
  number: number;
  cells: (string | null)[];
  isHidden: boolean;
  /** Why a person has to look at a cell: it is crossed out, for example, or shows something else than its value. */
  doubt: string | undefined;
  /** The columns whose cells are typed as days. */
  days: number[];
  /** The colours of the cells that have any, by their columns. */
  colours: ReadonlyMap<number, string>;
  /** How all of its texts are emphasised, as the number of a look. */
  emphasis: number;
}

/** Hears the XML of a sheet and hands its lines over. */
export class SheetRows implements XmlReader {
  private readonly pieces = new TextPieces();
  /** Where several cells are one: known only when all lines have been handed over. */
  readonly merged = new MergedLines();
  readonly page = new PageTexts();
  readonly conditional: ConditionalLooks;
  /** Lines that say nothing of their height, and columns of their width, have that of the sheet. */
  private areLinesHidden = false;
  private areColumnsHidden = false;
  private readonly widths: { first: number; last: number }[] = [];
  private readonly hiddenColumns: { first: number; last: number }[] = [];
  private line = 0;
  private isHidden = false;
  private doubt: string | undefined;
  private cells: (string | null)[] = [];
  private days: number[] = [];
  private colours = new Map<number, string>();
  private ground = '';
  private emphasis = ANY_EMPHASIS;
  private column = -1;
  private cell: Record<string, string> | undefined;
  private value = '';
  private isValue = false;
  private isFormula = false;

  constructor(
    private readonly context: SheetContext,
    private readonly take: (line: SheetLine) => void,
  ) {
    this.conditional = new ConditionalLooks(context.ruleLooks);
  }

  open = (element: string, attributes: Record<string, string>): void => {
    if (element === 'row') this.openRow(attributes);
    else if (element === 'mergeCell') this.merged.add(attributes['ref'] ?? '');
    else if (element === 'c') this.openCell(attributes);
    else if (element === 'col') this.addColumns(attributes);
    else if (element === 'sheetFormatPr') this.openSheet(attributes);
    else if (!this.cell) this.openBesideCells(element, attributes);
    else if (element === 'v') this.isValue = true;
    else if (element === 'f') this.isFormula = true;
    else this.pieces.open(element, attributes);
  };

  text = (text: string): void => {
    if (this.isValue) this.value = joined(this.value, text);
    else if (this.cell) this.pieces.add(text);
    else {
      this.conditional.add(text);
      this.page.add(text);
    }
  };

  close = (element: string): void => {
    if (element === 'v') this.isValue = false;
    else if (element === 'c') this.closeCell();
    else if (element === 'row') this.closeRow();
    else if (this.cell) this.pieces.close(element);
    else {
      this.conditional.close(element);
      this.page.close(element);
    }
  };

  /** Whether nobody who looks at the sheet sees a column, by its position from 0. */
  isHiddenColumn = (column: number): boolean =>
    isAmong(this.hiddenColumns, column + 1) || (this.areColumnsHidden && !isAmong(this.widths, column + 1));

  private openBesideCells(element: string, attributes: Record<string, string>): void {
    this.conditional.open(element, attributes);
    this.page.open(element);
  }

  private openSheet({ zeroHeight, defaultRowHeight, defaultColWidth }: Record<string, string>): void {
    this.areLinesHidden = zeroHeight === '1' || zeroHeight === 'true' || Number(defaultRowHeight ?? LEAST_SEEN) < LEAST_SEEN; // prettier-ignore
    this.areColumnsHidden = Number(defaultColWidth ?? LEAST_WIDTH) < LEAST_WIDTH;
  }

  private addColumns({ min, max, hidden, width }: Record<string, string>): void {
    const isHidden = hidden === '1' || hidden === 'true' || Number(width ?? LEAST_WIDTH) < LEAST_WIDTH;
    const all = isHidden ? this.hiddenColumns : this.widths;
    if ((isHidden || width !== undefined) && all.length < MOST_COLUMNS)
      all.push({ first: Number(min), last: Number(max) });
  }

  private openRow({ r: number, hidden, ht: height, s: style, customFormat }: Record<string, string>): void {
    const line = number === undefined ? this.line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.line || line > MOST_LINES)
      throw noWorkbook('its rows are not in order');
    [this.line, this.cells, this.column, this.days, this.doubt] = [line, [], -1, [], undefined];
    if (this.colours.size > 0) this.colours = new Map();
    this.emphasis = ANY_EMPHASIS;
    this.isHidden = hidden === '1' || hidden === 'true' || (height === undefined ? this.areLinesHidden : Number(height) < LEAST_SEEN); // prettier-ignore
    const hasStyle = customFormat === '1' || customFormat === 'true';
    this.ground = (hasStyle && this.context.styles[Number(style ?? 0)]?.ground) || '';
  }

  private closeRow(): void {
    // A line that is coloured as a whole is so where it has no cells.
    if (this.ground !== '') this.colours.set(this.column + 1, this.ground);
    const { line: number, cells, isHidden, doubt, days, colours, emphasis } = this;
    this.take({ number, cells, isHidden, doubt, days, colours, emphasis });
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
    const { cell = {} } = this;
    const text = this.textOfCell(cell);
    this.cell = undefined;
    const style = this.context.styles[Number(cell['s'] ?? 0)];
    if (text === '') {
      // People mark a line in a blank cell, too.
      if (style && style.ground !== '') this.colours.set(this.column, style.ground);
      return;
    }
    this.emphasis &= style?.emphasis ?? 0;
    if (style?.isStruck) this.doubt = STRUCK;
    if (style?.isInvisible) this.doubt ??= INVISIBLE;
    if (style && style.colours !== '') this.colours.set(this.column, style.colours);
    if (cell['t'] === 'inlineStr') this.doubt ??= this.pieces.doubt;
    if (style && isShownOtherwise(cell['t'] ?? 'n', this.value, style)) this.doubt ??= ALTERED;
    if ((cell['t'] ?? 'n') === 'n' ? style?.format.kind === 'date' : cell['t'] === 'd') this.days.push(this.column);
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
    // There are new ones all the time.
    if (type === 'e') return isErrorValue(value.trim()) ? value : NOT_CALCULATED;
    return numberText(value, this.context.styles[Number(style ?? 0)]?.format, this.context.from1904);
  }

  private shared(number: string): string {
    const text = this.context.strings[Number(number)];
    if (text === undefined) throw noWorkbook('a cell names a text that is not there');
    if (typeof text === 'string') return text;
    this.doubt ??= text.doubt;
    return text.text;
  }
}

const isAmong = (all: readonly { first: number; last: number }[], column: number): boolean =>
  all.some(({ first, last }) => first <= column && column <= last);

const INVISIBLE = 'a text of this line has the colour of its background, and nobody sees it in the sheet';
const ALTERED = 'the number format of a cell of this line shows something else than its value';

/** Whether a cell shows something else than what is read of it. Numbers with zeros or text about them are read as they are shown. */
function isShownOtherwise(type: string, value: string, { format, shown }: CellStyle): boolean {
  if (!shown) return false;
  if (type === 's' || type === 'str' || type === 'inlineStr') return shown.text();
  if (type !== 'n' || (format.kind === 'zeros' && /^[1-9]\d*$/.test(value.trim()))) return false;
  return shown.number(Number(value), format.kind === 'date' || format.kind === 'partial');
}

/** The position of a column, from 0, of a reference such as `AB12`. */
export function columnOf(reference: string): number {
  const [letters] = /^\$?[A-Za-z]{1,3}/.exec(reference) ?? [];
  if (!letters) throw noWorkbook('a cell has no column');
  let column = 0;
  for (const letter of letters.replace('$', '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
