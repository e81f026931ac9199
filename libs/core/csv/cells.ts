import { normalized } from '#libs/core/text/normalized';

/** A column of an export: what fills it, as an expression of SQL, and what kind of value that is. */
export interface ExportCell {
  sql: string;
  /** `code` is text that Lodge writes itself: ids, statuses. */
  kind: 'text' | 'code' | 'date' | 'instant' | 'number' | 'boolean';
}

/** Text of people as a cell: what a spreadsheet would take for a formula gets a leading apostrophe. */
export const textCell = (expression: string): string => `csv_cell(${expression})`;

/** An instant as a cell: UTC, with milliseconds. */
export const instantCell = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An instant as a cell: what a clock at the site shows, to the second, as spreadsheets read it. */
export const localInstantCell = (expression: string, timeZone: string): string =>
  `to_char(${expression} AT TIME ZONE '${timeZone.replaceAll("'", "''")}', 'YYYY-MM-DD HH24:MI:SS')`;

// Spreadsheets of East Asia read full-width signs as the others. `'=` was a text that began like that already, so it gets one more: reading takes off exactly one.
const GUARDED = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20\ufe63])/;

/** The text of a cell that `textCell` wrote. */
export const readTextCell = (cell: string): string => cell.replace(GUARDED, '');

// Blanks that do not look like one: no-break, zero-width, byte order mark.
const ODD_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const NOTHINGS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

// A spreadsheet's way to keep the zeros of an id: a formula that is only a text.
const TEXT_FORMULA = /^="([^"]*)"$/;

// Words of ASCII with one blank between them, as most cells are: nothing in them needs a look.
const PLAIN = /^(?!['=])[!-~]+(?: [!-~]+)*$/;

/** A cell as text: the guard of a formula taken off, odd blanks made plain, trimmed, NFC. Undefined when it is empty. */
export function cellText(value: unknown): string | undefined {
  const given = String(value);
  if (PLAIN.test(given)) return given;
  const plain = readTextCell(given).replace(TEXT_FORMULA, '$1').replace(ODD_BLANKS, ' ').replace(NOTHINGS, '');
  const text = normalized(plain.trim());
  return text === '' ? undefined : text;
}
