// The first characters that a guarded cell can have: tab, return, apostrophe, + - = @. One look at them spares nearly
// every cell the regular expression, which costs as much as all the rest of an export.
const SUSPICIOUS = '(9, 13, 39, 43, 45, 61, 64)';

/** Text of people as a cell: what a spreadsheet would take for a formula gets a leading apostrophe. */
export const textCell = (expression: string): string =>
  `CASE WHEN ascii(${expression}) IN ${SUSPICIOUS} THEN regexp_replace(${expression}, '^(?=''*[=+\\-@\\t\\r])', '''')
   ELSE coalesce(${expression}, '') END`;

/** An instant as a cell: UTC, with milliseconds. */
export const instantCell = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// `'=` was a text that began like that already, so it gets one more: reading takes off exactly one.
const GUARDED = /^'(?='*[=+\-@\t\r])/;

/** The text of a cell that `textCell` wrote. */
export const readTextCell = (cell: string): string => cell.replace(GUARDED, '');
