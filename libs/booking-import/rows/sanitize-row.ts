import { cellsOf, type Field, fieldOf, Headers } from '#libs/booking-import/columns/columns';
import type { GivenRow } from '#libs/booking-import/draft';
import { type Differing, LONE } from '#libs/booking-import/columns/lone-columns';
import { HEADING } from '#libs/booking-import/columns/sections';
import { shown } from '#libs/booking-import/rows/shown';
import { RAGGED } from '#libs/core/csv/file-rows';
import { isSectionLine } from '#libs/core/csv/section-lines';
import { BLANK, filledText, isOfExports, UNREAD } from '#libs/booking-import/columns/unread-cells';

/** Longer than any field may be, so that what is cut here is still too long. */
const MOST_CHARACTERS = 5_000;

const MOST_COLUMNS_OF_A_FIELD = 20;
const isSeveral = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 1 && value.length <= MOST_COLUMNS_OF_A_FIELD && !value.some(Array.isArray);

/** A cell as PostgreSQL can store it. What is not text stays refused: it is stored as an object, which no field accepts. */
function storableCell(value: unknown): unknown {
  if (typeof value === 'number' && Number.isFinite(value))
    // What it was before JSON was read is lost.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? { unreadable: shown(value) } : value;
  // What several columns say of one field.
  if (isSeveral(value)) return value.map(storableCell);
  if (typeof value !== 'string') return { unreadable: shown(value) };
  return value.isWellFormed() && !value.includes('\0')
    ? value.slice(0, MOST_CHARACTERS).toWellFormed()
    : { unreadable: shown(value) };
}

type Cells = Iterable<readonly [string, unknown]>;
/** Not assigned one by one: a column called __proto__ would become the prototype. */
const fromCells = (cells: Cells): Record<string, unknown> => Object.fromEntries(cells);
const storableCells = (cells: Cells): Record<string, unknown> =>
  fromCells([...cells].map(([name, value]) => [name, storableCell(value)]));

/** Text of cells that are not read: it is only shown. A name is stored like a text, too. There may be a thousand in a row. */
function storableUnread(values: Record<string, unknown>, headers: readonly string[]): Record<string, unknown> {
  return fromCells(headers.map((header) => [String(storableText(header)), storableTexts(header, values[header])]));
}
const storableTexts = (header: string, value: unknown): unknown =>
  isSeveral(value) || (header === RAGGED && Array.isArray(value)) ? value.map(storableText) : storableText(value);
const storableText = (value: unknown): unknown => {
  const cell = storableCell(value);
  return typeof cell === 'string' || typeof cell === 'number' ? cell : shown(value).replaceAll('\0', '\ufffd');
};

/** The blank columns of a row of an export: only that says that they were filled before. */
function blankColumns(
  values: Record<string, unknown>,
  headers: Headers,
  fields: ReadonlyMap<Field, unknown>,
): string[] {
  if (!fields.has('version')) return [];
  const blank = Object.keys(values).filter((header) => filledText(values[header]) === undefined);
  return blank.flatMap((header) => headers.meaningOf(header) ?? (isOfExports(header) ? header : []));
}

/**
 * The cells of a row as a preview returns them, so that they mean the same when they are sent again: by their fields; those that are not read, and those of
 * a field with several columns that differ in the file, by their headers.
 */
export function asSent(
  values: Record<string, unknown> = {},
  headers: Headers,
  differing: Differing,
): Record<string, unknown> {
  const { fields, unread } = cellsOf(values, headers);
  for (const field of differing.keys()) fields.delete(field);
  const blank = blankColumns(values, headers, fields);
  const others = [...differing.values()].flat();
  if (blank.length + others.length + unread.length === 0) return fromCells(fields);
  const sent = new Map<string, unknown>(blank.map((column) => [column, '']));
  for (const [field, value] of fields) sent.set(field, value);
  for (const header of others) sent.set(header, values[header] ?? '');
  for (const header of unread) sent.set(header, values[header]);
  return fromCells(sent);
}

const storableValues = (values: Record<string, unknown>, headers: Headers): Record<string, unknown> => {
  const { fields, unread } = cellsOf(values, headers);
  const blank = blankColumns(values, headers, fields);
  return {
    ...storableCells(fields),
    ...(blank.length > 0 && { [BLANK]: blank }),
    ...(unread.length > 0 && { [UNREAD]: storableUnread(values, unread) }),
    ...(isSectionLine(values) && { [HEADING]: true }),
  };
};

/** Corrected cells; null is one that is corrected to nothing. */
const storableCorrections = (values: Record<string, unknown>): Record<string, unknown> => {
  const fields = Object.keys(values).flatMap((header) => fieldOf(header) ?? []);
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...storableCells(cellsOf(values).fields) };
};

/** A row as an import keeps it: its cells by field, and those that are not read, in a form that can be stored and reads the same. */
export const sanitizeRow = (
  { row_index, values, resolution }: GivenRow,
  headers: Headers,
  lone: readonly string[] = [],
): GivenRow => ({
  row_index,
  values: { ...storableValues(values, headers), ...(lone.length > 0 && { [LONE]: lone }) },
  resolution: resolution && {
    ...resolution,
    ...(resolution.values && { values: storableCorrections(resolution.values) }),
  },
});
