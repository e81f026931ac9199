import type { SiteSettings } from '#libs/accounts/access/access';
import { cellText } from '#libs/core/csv/cells';
import { SECTION } from '#libs/core/csv/section-lines';
import { SHEET } from '#libs/core/csv/sheet-names';
import type { Sql } from '#libs/core/database/transaction';
import { sayingSheets } from '#libs/matching/sheets';
import type { Field } from '#libs/booking-import/columns/columns';
import { readDate } from '#libs/booking-import/dates/dates';
import type { FileReading } from '#libs/booking-import/columns/reading';
import { statedStatus } from '#libs/matching/status-words';

/** The rows of a sheet, which have its name like that of a section, unless it says nothing that they do not say themselves. */
export async function withSheet<Row extends { values: Record<string, unknown> }>(
  sql: Sql,
  { id, name, timeZone }: Pick<SiteSettings, 'id' | 'name' | 'timeZone'>,
  rows: Row[],
  { headers, dates, readWith: { today } }: Pick<FileReading, 'headers' | 'dates' | 'readWith'>,
): Promise<Row[]> {
  const titles = new Set(rows.flatMap(({ values }) => (typeof values[SHEET] === 'string' ? [values[SHEET]] : [])));
  if (titles.size === 0) return rows;
  const context = { ...dates, timeZone, today };
  const days = textsOf(rows, 'contract_start').flatMap((text) => {
    const found = readDate(text, context);
    return found && 'date' in found ? [found.date] : [];
  });
  const unstated = [...titles].filter((title) => statedStatus(title) !== 'confirmed');
  const said = await sayingSheets(sql, { id, name }, unstated, { days, rooms: textsOf(rows, 'room') });
  return rows.map((row) => {
    const { [SHEET]: title, ...values } = row.values;
    return { ...row, values: said.has(title as string) ? { [SECTION]: title, ...values } : values };
  });

  function textsOf(all: readonly Row[], field: Field): string[] {
    const texts = new Set<string>();
    for (const { values } of all)
      for (const header in values)
        if (headers.meaningOf(header) === field) texts.add(cellText(values[header] ?? '') ?? '');
    return [...texts].filter(Boolean);
  }
}
