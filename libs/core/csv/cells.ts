/** Text of people as a cell: what a spreadsheet would take for a formula gets a leading apostrophe. */
export const textCell = (expression: string): string =>
  `regexp_replace(coalesce((${expression})::text, ''), '^(?=''*[=+\\-@\\t\\r])', '''')`;

/** An instant as a cell: UTC, with milliseconds. */
export const instantCell = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// `'=` was a text that began like that already, so it gets one more: reading takes off exactly one.
const GUARDED = /^'(?='*[=+\-@\t\r])/;

/** The text of a cell that `textCell` wrote. */
export const readTextCell = (cell: string): string => cell.replace(GUARDED, '');
