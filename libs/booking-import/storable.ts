import { cellsOf, fieldOf, Headers } from '#libs/booking-import/columns';
import type { GivenRow } from '#libs/booking-import/draft';
import { shown } from './shown.js';
import { UNREAD } from '#libs/booking-import/unread';

/** Longer than any field may be, so that what is cut here is still too long. */
const MOST_CHARACTERS = 5_000;

/** A cell as PostgreSQL can store it. What is not text stays refused: it is stored as an object, which no field accepts. */
function storableCell(value: unknown): unknown {
  if (typeof value === 'number' && Number.isFinite(value))
    // What it was before JSON was read is lost.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? { unreadable: shown(value) } : value;
  // What two columns say of one field.
  if (Array.isArray(value) && value.length === 2 && !value.some(Array.isArray)) return value.map(storableCell);
  if (typeof value !== 'string') return { unreadable: shown(value) };
  return value.isWellFormed() && !value.includes('\0')
    ? value.slice(0, MOST_CHARACTERS).toWellFormed()
    : { unreadable: shown(value) };
}

type Cells = Iterable<readonly [string, unknown]>;
const storableCells = (cells: Cells): Record<string, unknown> =>
  Object.fromEntries([...cells].map(([name, value]) => [name, storableCell(value)]));

/** Text that stands where a cell is not read: only to be shown. A name is stored like a text, too. */
const storableUnread = (cells: Cells): Record<string, unknown> =>
  Object.fromEntries([...cells].map(([header, value]) => [String(storableText(header)), storableText(value)]));
const storableText = (value: unknown): unknown => {
  const cell = storableCell(value);
  return typeof cell === 'string' || typeof cell === 'number' ? cell : shown(value).replaceAll('\0', '\ufffd');
};

const storableValues = (values: Record<string, unknown>, headers: Headers): Record<string, unknown> => {
  const { fields, unread } = cellsOf(values, headers);
  return { ...storableCells(fields), ...(unread.size > 0 && { [UNREAD]: storableUnread(unread) }) };
};

/** Corrected cells; null is one that is corrected to nothing. */
const storableCorrections = (values: Record<string, unknown>): Record<string, unknown> => {
  const fields = Object.keys(values).flatMap((header) => fieldOf(header) ?? []);
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...storableCells(cellsOf(values).fields) };
};

/** A row as an import keeps it: its cells by field, and those that are not read, in a form that can be stored and reads the same. */
export const storable = ({ row_index, values, resolution }: GivenRow, headers: Headers): GivenRow => ({
  row_index,
  values: storableValues(values, headers),
  resolution: resolution && {
    ...resolution,
    ...(resolution.values && { values: storableCorrections(resolution.values) }),
  },
});
