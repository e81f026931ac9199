import type { SiteSettings } from '#libs/accounts/access/access';
import { cellText } from '#libs/core/csv/cells';
import { SECTION } from '#libs/core/csv/section-lines';
import { SHEET } from '#libs/core/csv/sheet-names';
import type { Sql } from '#libs/core/database/transaction';
import { sayingSheets } from '#libs/matching/sheets';
import { buildingText, cellsOf, type Field, type Headers } from '#libs/booking-import/columns/columns';
import { readDate } from '#libs/booking-import/dates/dates';
import type { FileReading } from '#libs/booking-import/columns/reading';
import { isReadable } from '#libs/booking-import/rows/text';
import { roomWithin } from '#libs/matching/rooms-within';
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
  const said = await sayingSheets(sql, { id, name }, unstated, { days, rooms: roomsOf(rows, headers) });
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

/** The rooms of rows, in the buildings that have columns of their own; buildings alone where a room says nothing. */
function roomsOf(rows: readonly { values: Record<string, unknown> }[], headers: Headers): Set<string> {
  const rooms = new Set<string>();
  for (const { values } of rows) {
    const { fields } = cellsOf(values, headers);
    const [room, building] = [fields.get('room'), buildingText(fields.get('building'))].map(textOf);
    const text = room && building ? roomWithin(building, room) : (room ?? building);
    if (text) rooms.add(text);
  }
  return rooms;
}
const textOf = (cell: unknown): string | undefined => (isReadable(cell) ? cellText(cell as string) : undefined);
