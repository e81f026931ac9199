import type { SiteSettings } from '#libs/accounts/access/access';
import { SECTION } from '#libs/core/csv/section-lines';
import { SHEET } from '#libs/core/csv/sheet-names';
import type { Sql } from '#libs/core/database/transaction';
import { localDate } from '#libs/core/time/site-time';
import { sayingSheets } from '#libs/matching/sheets';
import { UNREAD } from '#libs/students/import/columns';

type Cells = Record<string, unknown>;
const hasSheet = (row: unknown): row is Cells & { [SHEET]: string } =>
  typeof row === 'object' && row !== null && typeof (row as Cells)[SHEET] === 'string';

/** The rows of a sheet, which have to be checked if its name may say something of them: `Leavers`, `Applicants`. */
export async function withSheet(
  sql: Sql,
  { id, name, timeZone }: Pick<SiteSettings, 'id' | 'name' | 'timeZone'>,
  rows: unknown[],
  columns: Readonly<Cells> | undefined,
  now: Date,
): Promise<unknown[]> {
  const titles = new Set(rows.filter(hasSheet).map((row) => row[SHEET]));
  if (titles.size === 0) return rows;
  const rooms = new Set(rows.filter(hasSheet).flatMap(({ location }) => (typeof location === 'string' ? [location] : []))); // prettier-ignore
  const today = localDate(now, timeZone);
  const isSettled = columns?.[SECTION] === 'ignore';
  // A list of students is of the year in which it is imported.
  const said = await sayingSheets(sql, { id, name }, isSettled ? [] : [...titles], { days: [today], rooms });
  return rows.map((row) => {
    if (!hasSheet(row)) return row;
    const { [SHEET]: title, ...cells } = row;
    return said.has(title) ? { ...cells, [UNREAD]: [...new Set([cells[UNREAD] ?? [], SECTION].flat())] } : cells;
  });
}
