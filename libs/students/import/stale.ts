import { instantOf, isAcceptedDate } from '#libs/core/time/site-time';
import type { KeyedRow, Known } from '#libs/students/import/known';

const SECOND_MS = 1_000;

/** Whether a row was exported before its student was changed. A text that is not a time may be any time. */
export function isStale({ exported_at: cell }: KeyedRow, { changed_ms: changed }: Known, timeZone: string): boolean {
  if (cell === null) return false;
  const text = /^\d{4}-\d{2}-\d{2}$/.test(cell) ? `${cell}T00:00` : cell.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (!isAcceptedDate(text)) return true;
  // Workbooks and files with the times of the site are written to the second.
  const precision = /\.\d/.test(text) ? 1 : SECOND_MS;
  return Math.floor(changed / precision) * precision > instantOf(text, timeZone).getTime();
}
