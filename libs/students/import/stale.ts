import { instantOf, isAcceptedDate } from '#libs/core/time/site-time';
import type { KeyedRow, Known } from '#libs/students/import/known';

const SECOND_MS = 1_000;

/** When the student of a row was last changed, as the export says; undefined if a text is not a time. */
function exportedIn(cell: string, timeZone: string): { at: number; precision: number } | undefined {
  const text = /^\d{4}-\d{2}-\d{2}$/.test(cell) ? `${cell}T00:00` : cell.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (!isAcceptedDate(text)) return undefined;
  // Workbooks and files with the times of the site are written to the second.
  return { at: instantOf(text, timeZone).getTime(), precision: /\.\d/.test(text) ? 1 : SECOND_MS };
}

/** Whether a row was exported before its student was changed. A text that is not a time may be any time. */
export function isStale({ exported_at: cell }: KeyedRow, { changed_ms: changed }: Known, timeZone: string): boolean {
  if (cell === null) return false;
  const exported = exportedIn(cell, timeZone);
  return exported === undefined || Math.floor(changed / exported.precision) * exported.precision > exported.at;
}

/** The last change of a student that an exported list knows of, to the second above; null if it says none. */
export function exportedUntil(rows: readonly KeyedRow[], timeZone: string): Date | null {
  const times = rows.flatMap(({ exported_at: cell }) => (cell === null ? [] : (exportedIn(cell, timeZone)?.at ?? [])));
  const last = times.reduce((latest, at) => Math.max(latest, at), 0);
  return last === 0 ? null : new Date(last + SECOND_MS);
}
