import { readTextCell } from '#libs/core/csv/cells';

/** Without accents and case, as comparisons see it. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

// Blanks that do not look like one: no-break, zero-width, byte order mark.
const ODD_BLANKS = /[\u00a0\u2007\u202f\u3000]/g;
const NOTHINGS = /[\u200b-\u200d\u2060\ufeff]/g;
// The last one stands where bytes were no UTF-8: what they were is lost.
// eslint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/u;

/** A cell as text: the guard of a formula taken off, odd blanks made plain, trimmed, NFC. Undefined when it is empty. */
export function cellText(value: unknown): string | undefined {
  const text = readTextCell(String(value)).replace(ODD_BLANKS, ' ').replace(NOTHINGS, '').trim().normalize('NFC');
  return text === '' ? undefined : text;
}

/** Whether a value can be text at all, and text that a database can hold. */
export const isReadable = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.isWellFormed() && !CONTROL.test(value));

/** Only letters and digits, folded: as rooms are compared. */
export const squeezed = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** An id without hyphens and leading zeros, which spreadsheets eat. */
export const idCore = (id: string): string => folded(id).replaceAll('-', '').replace(/^0+/, '');

/** The words of a name, folded and sorted, so that `Byron, Ada` is `Ada Byron`. */
export const nameKey = (name: string): string =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
