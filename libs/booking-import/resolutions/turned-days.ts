import type { Sql } from '#libs/core/database/transaction';
import { DATE_CELLS, type Field, type Headers } from '#libs/booking-import/columns/columns';
import { findCells } from '#libs/booking-import/commit/results.queries';
import { type DateContext, dateFrom } from '#libs/booking-import/dates/date-style';
import { readDate, shownDays } from '#libs/booking-import/dates/dates';
import { datesOf, numbersWithoutTime } from '#libs/booking-import/dates/numeric-dates';
import type { DecidedRows } from '#libs/booking-import/resolutions/decision-columns';
import { textOf } from '#libs/booking-import/resolutions/corrected-cells';

/**
 * The fields of a file of failed rows in which a spreadsheet has taken days the wrong way round since: 10/09/2027, which the first file proved to be in
 * September, is now the ninth of October.
 */
export async function turnedSince(
  sql: Sql,
  siteId: string,
  { importId, origins, rows }: Pick<DecidedRows, 'importId' | 'origins' | 'rows'>,
  headers: Headers,
  context: DateContext,
): Promise<Field[]> {
  if (importId === undefined) return [];
  const cells = await findCells(sql, siteId, importId, [...origins.values()]);
  const before = new Map(cells.map((row) => [row.row_index, row.values]));
  const isTurnedIn = (field: Field) =>
    rows.some(({ row_index, values }) => {
      const was = textOf(before.get(origins.get(row_index) ?? -1)?.[field]);
      const [, cell] = Object.entries(values).find(([header]) => headers.meaningOf(header) === field) ?? [];
      const now = textOf(cell);
      return was !== undefined && now !== undefined && isTurned(was, now, context);
    });
  return DATE_CELLS.filter(isTurnedIn);
}

/** Whether a day is shown otherwise than it was written, and is the written one with day and month exchanged. */
function isTurned(was: string, now: string, context: DateContext): boolean {
  if (was === now || numbersWithoutTime(was) === undefined) return false;
  const written = datesOf(readDate(was, context));
  return shownDays(now, context).some(([year, month, day]) => {
    const [shown, turned] = [dateFrom(year, month, day), dateFrom(year, day, month)];
    return shown !== undefined && turned !== undefined && !written.includes(shown) && written.includes(turned);
  });
}
