import { DAY_MS, DAYS_FROM_1900_TO_1904, SPREADSHEET_ZERO } from '#libs/core/time/spreadsheet-days';
import type { NumberFormat } from '#libs/core/xlsx/number-formats';

const NO_SUCH_DAY = 60;
const LAST_DAY = 2_958_466;
/** From here on a number has lost its last digits. */
const ROUNDED_FROM = 1e15;

/** Marks a date of which a spreadsheet does not show every part: it invented the rest when a user typed `18-Sep` or `Sep 27`. */
const NOT_SHOWN = ' (a part of it is not shown)';

/** The text of a cell with a number, as its format shows it: a date as `2027-09-18`, with a time as `2027-09-18T14:00:00`. */
export function numberText(raw: string, format: NumberFormat | undefined, from1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (format?.kind === 'date') return dateText(value, from1904) ?? String(value);
  if (format?.kind === 'partial') {
    const date = dateText(value, from1904);
    return date === undefined ? String(value) : /^\d{4}-/.test(date) ? `${date}${NOT_SHOWN}` : date;
  }
  if (format?.kind === 'rounded') return value.toExponential();
  // Digits that are not shown are not left out.
  if (format?.kind === 'decimals' && Number(value.toFixed(format.digits)) === value)
    return value.toFixed(format.digits);
  if (format?.kind === 'zeros' && Number.isInteger(value) && value >= 0 && value < ROUNDED_FROM)
    return `${format.before}${String(value).padStart(format.width, '0')}${format.after}`;
  return Number.isInteger(value) && Math.abs(value) >= ROUNDED_FROM ? value.toExponential() : String(value);
}

/** Undefined for what is no day that a workbook has. */
function dateText(serial: number, from1904: boolean): string | undefined {
  if (serial < 0 || serial >= LAST_DAY) return undefined;
  if (!from1904 && Math.floor(serial) === NO_SUCH_DAY) return undefined;
  const zero = SPREADSHEET_ZERO + DAY_MS * (from1904 ? DAYS_FROM_1900_TO_1904 : Number(serial < NO_SUCH_DAY));
  // Times are fractions of a day, and rounded.
  const text = new Date(zero + Math.round(serial * DAY_MS)).toISOString().replace(/(\.000)?Z$/, '');
  if (serial < 1 && !from1904) return text.slice(11);
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text;
}

const ESCAPED = /_x([0-9A-F]{4})_/gi;

/** Text as a part of a workbook writes it: some characters as `_x000D_`. */
export const plainText = (text: string): string =>
  text.includes('_x') ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;

/** Text of a workbook as a cell of CSV, in which an apostrophe before some signs is only a guard. */
export const guarded = (text: string): string =>
  /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20\ufe63]/.test(text) ? `'${text}` : text;
