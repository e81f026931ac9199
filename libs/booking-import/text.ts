import { readTextCell } from '#libs/core/csv/cells';

/** Without accents and case, as comparisons see it. */
export const folded = (text: string): string =>
  (PLAIN.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')).toLowerCase();

// eslint-disable-next-line no-control-regex -- all of ASCII is plain
const PLAIN = /^[\u0000-\u007f]*$/;

// Blanks that do not look like one: no-break, zero-width, byte order mark.
const ODD_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const NOTHINGS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
// The last one stands where bytes were no UTF-8: what they were is lost.
// eslint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/u;

// A spreadsheet's way to keep the zeros of an id: a formula that is only a text.
const TEXT_FORMULA = /^="([^"]*)"$/;

/** A cell as text: the guard of a formula taken off, odd blanks made plain, trimmed, NFC. Undefined when it is empty. */
export function cellText(value: unknown): string | undefined {
  const text = readTextCell(String(value))
    .replace(TEXT_FORMULA, '$1')
    .replace(ODD_BLANKS, ' ')
    .replace(NOTHINGS, '')
    .trim()
    .normalize('NFC');
  return text === '' ? undefined : text;
}

/** Whether a value can be text at all, and text that a database can hold. */
export const isReadable = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.isWellFormed() && !CONTROL.test(value));

/** Only letters and digits, folded: as rooms are compared. */
export const squeezed = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** An id without the quotes, stops and odd dashes that came with it. */
export const bareId = (id: string): string =>
  id
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^[\s'"\u2018\u2019]+|[\s'"\u2018\u2019.,;:*]+$/g, '');

/** An id without hyphens and leading zeros, which spreadsheets eat. */
export const idCore = (id: string): string => folded(id).replaceAll('-', '').replace(/^0+/, '');
