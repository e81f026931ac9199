import { cellText } from '#libs/core/csv/cells';
import { type ColumnOf, type FileRow, FileRows, markRow } from '#libs/core/csv/file-rows';
import { InvalidField } from '#libs/core/errors/domain-error';
import { Archive, noWorkbook } from '#libs/core/xlsx/archive';
import { readDrawings, settleDrawings } from '#libs/core/xlsx/drawings';
import { LineColours } from '#libs/core/xlsx/line-colours';
import { readCommented } from '#libs/core/xlsx/comments';
import { readStyles } from '#libs/core/xlsx/number-formats';
import { type Parts, partsOf, type Sheet } from '#libs/core/xlsx/parts';
import { readSharedStrings } from '#libs/core/xlsx/shared-strings';
import {
  columnOf as columnOfReference,
  type SheetContext,
  type SheetLine,
  SheetRows,
} from '#libs/core/xlsx/sheet-rows';
import { TurnedDays } from '#libs/core/xlsx/turned-days';
import { readXml } from '#libs/core/xlsx/xml';

/** The rows of a sheet, and what its workbook says of how it counts days. */
export interface WorkbookRows {
  rows: FileRow[];
  from1904: boolean;
  /** The name of the sheet, and what its printed pages and its drawings say of it as a whole. */
  texts: string[];
}

/**
 * Reads a sheet of a workbook (.xlsx): cells as they are shown, days as `2027-09-18`. Without the name of a sheet it is the only
 * one with anything in it. Lines that are hidden, crossed out or of the colour of their background, those with merged cells, and those with comments are
 * marked; lines with colours that others do not have, or that a rule may give them, say so; hidden columns have `(hidden)` after their names.
 * @throws InvalidField `validation_failed` for the sheet, DomainError `validation_failed`, `payload_too_large`
 */
export async function readXlsx(file: Buffer, sheetName: string | undefined, columnOf: ColumnOf): Promise<WorkbookRows> {
  const archive = await Archive.open(file);
  const parts = await partsOf(archive);
  const context: SheetContext = {
    from1904: parts.from1904,
    strings: await readSharedStrings(archive, parts.strings),
    ...(await readStyles(archive, parts.styles)),
  };
  const sheet = sheetName === undefined ? await onlySheet(archive, parts, context) : namedSheet(parts, sheetName);
  const commented = await readCommented(archive, sheet.part);
  const table = new FileRows(columnOf);
  const turned = new TurnedDays();
  const coloured = context.styles.some(({ colours, emphasis }) => colours !== '' || emphasis !== 0)
    ? new LineColours()
    : undefined;
  const lines: { number: number; row: FileRow }[] = [];
  let last = 0;
  const take = ({ number, cells, isHidden, doubt, days, colours, emphasis }: SheetLine): void => {
    table.skip(number - last - 1);
    if (!table.headers)
      for (const [column, cell] of cells.entries()) cells[column] = cell && nameOf(cell, column, number);
    while (cells.length < (table.headers?.length ?? 0)) cells.push(null);
    const before = table.rows.length;
    table.add(cells, isHidden ? 'this line is hidden in the sheet' : doubt);
    const row = table.rows[before];
    if (row) {
      lines.push({ number, row });
      turned.add(row, table.headers ?? [], cells, days);
      coloured?.add(number, row, cells, colours, emphasis);
    }
    last = number;
  };
  const reader = new SheetRows(context, take);
  // Under another name the column is not read until somebody says what it is.
  const nameOf = (header: string, column: number, line: number) => {
    const isCommented = commented.get(line)?.some((letters) => columnOfReference(letters) === column);
    return `${header}${reader.isHiddenColumn(column) ? ' (hidden)' : ''}${isCommented ? ' (comment)' : ''}`;
  };
  await readXml(archive, sheet.part, reader);
  for (const { row } of reader.merged.among(lines))
    markRow(row, 'cells of this line are merged with others, which are blank for it');
  for (const { number, row } of lines)
    if (commented.has(number)) markRow(row, 'a cell of this line has a comment, which is not read');
  table.markLone();
  turned.settle();
  coloured?.settle();
  reader.conditional.settle(lines);
  const drawn = settleDrawings(await readDrawings(archive, sheet.part), lines, table.headers?.length ?? 0);
  return { rows: table.rows, from1904: parts.from1904, texts: [sheet.name, ...reader.page.texts, ...drawn] };
}

function namedSheet({ sheets }: Parts, name: string): Sheet {
  const key = (text: string) => text.trim().toLowerCase();
  const named = sheets.filter((sheet) => key(sheet.name) === key(name));
  const [found] = named.length === 1 ? named : named.filter((sheet) => sheet.name === name);
  if (!found) throw new InvalidField('validation_failed', '/sheet', `must be one of ${listed(sheets)}`);
  return found;
}

/** The content of another sheet, also of a hidden one, would be omitted silently. */
async function onlySheet(archive: Archive, { sheets }: Parts, context: SheetContext): Promise<Sheet> {
  const filled: Sheet[] = [];
  for (const sheet of sheets.length > 1 ? sheets : []) if (await isFilled(archive, sheet, context)) filled.push(sheet);
  if (filled.length > 1)
    throw new InvalidField('validation_failed', '/sheet', `is required, since several have rows: ${listed(filled)}`);
  const only = filled[0] ?? sheets[0];
  if (!only) throw noWorkbook('it has no sheet with cells');
  if (only.isHidden)
    throw new InvalidField('validation_failed', '/sheet', `is required, since the only one with rows is hidden: ${listed([only])}`); // prettier-ignore
  return only;
}

async function isFilled(archive: Archive, { part }: Sheet, context: SheetContext): Promise<boolean> {
  let isFilled = false;
  const rows = new SheetRows(context, ({ cells }) => {
    isFilled ||= cells.some((cell) => cell !== null && cellText(cell) !== undefined);
  });
  await readXml(archive, part, Object.assign(rows, { isDone: () => isFilled }));
  return isFilled;
}

const listed = (sheets: Sheet[]): string =>
  sheets
    .slice(0, 20)
    .map(({ name, isHidden }) => `${JSON.stringify(name.slice(0, 40))}${isHidden ? ' (hidden)' : ''}`)
    .join(', ');
