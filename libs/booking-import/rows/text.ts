import { readTextCell } from '#libs/core/csv/cells';
import { normalized } from '#libs/core/text/normalized';

// The last one replaces bytes that were not UTF-8 and are lost.
// eslint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/u;

/** A cell as text that is kept as it was written: only the guard of a formula taken off, trimmed, NFC. */
export function writtenText(value: unknown): string | undefined {
  const text = normalized(readTextCell(String(value)).trim());
  return text === '' ? undefined : text;
}

/** Whether a value can be text at all, and text that a database can hold. */
export const isReadable = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.isWellFormed() && !CONTROL.test(value));
