import { RAGGED } from '#libs/core/csv/file-rows';
import type { Sql } from '#libs/core/database/transaction';
import type { DecidedRows } from '#libs/booking-import/resolutions/decision-columns';
import type { GivenRow } from '#libs/booking-import/draft';
import { findDoubts } from '#libs/booking-import/commit/results.queries';
import { UNREAD } from '#libs/booking-import/columns/unread-cells';

/**
 * Rows of a file of failed rows, of which those whose line was doubted when it came first are doubted still: a line that was struck through is no better
 * for having been sent again. Only a decision removes that, and not an empty cell.
 */
export async function withDoubts(
  sql: Sql,
  siteId: string,
  { importId, origins }: DecidedRows,
  rows: GivenRow[],
): Promise<GivenRow[]> {
  if (importId === undefined || origins.size === 0) return rows;
  const doubts = new Map((await findDoubts(sql, siteId, importId)).map(({ row_index, doubt }) => [row_index, doubt]));
  if (doubts.size === 0) return rows;
  return rows.map((row) => {
    const doubt = doubts.get(origins.get(row.row_index) ?? -1);
    const unread = (row.values[UNREAD] ?? {}) as Record<string, unknown>;
    if (doubt === undefined || Object.hasOwn(unread, RAGGED)) return row;
    return { ...row, values: { ...row.values, [UNREAD]: { ...unread, [RAGGED]: doubt } } };
  });
}
