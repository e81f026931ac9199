import { cellText } from '#libs/core/csv/cells';
import type { Sql } from '#libs/core/database/transaction';
import { contradictingCells } from '#libs/booking-import/rows/contradicting-cells';
import { type Field, fieldOf, FIELDS, PERSON_CELLS, ROOM_CELLS } from '#libs/booking-import/columns/columns';
import type { DecidedRows } from '#libs/booking-import/resolutions/decision-columns';
import type { ResolutionRequest } from '#libs/booking-import/resolutions/resolution.dto';
import type { GivenRow } from '#libs/booking-import/draft';
import type { Issue } from '#libs/booking-import/issues';
import { findCells } from '#libs/booking-import/commit/results.queries';

/** Under this name a row of a corrected file keeps the fields whose cells were changed, if the line has a decision, too. No field is called like that. */
export const CORRECTED = '_corrected';

const CELLS: Record<'room' | 'person', readonly Field[]> = { room: ROOM_CELLS, person: PERSON_CELLS };
type Decided = keyof typeof CELLS;

/**
 * Rows of a file of failed rows, of which those that have a decision say which of their cells were changed. Decisions of the
 * request itself are made by somebody who sees the row as it is now.
 */
export async function withCorrections(
  sql: Sql,
  siteId: string,
  { importId, resolutions, origins }: DecidedRows,
  rows: GivenRow[],
): Promise<GivenRow[]> {
  const decides = ({ location_id, person_id, accept }: ResolutionRequest) => location_id ?? person_id ?? accept;
  const inFile = new Map(resolutions.filter(decides).map((each) => [each.row_index, each]));
  if (importId === undefined || inFile.size === 0) return rows;
  const isDecided = ({ row_index, resolution }: GivenRow) => {
    const own = inFile.get(row_index);
    return own !== undefined && OF_FILE.every((part) => own[part] === resolution?.[part]);
  };
  const numbers = rows.flatMap((row) => (isDecided(row) ? (origins.get(row.row_index) ?? []) : []));
  const before = new Map((await findCells(sql, siteId, importId, numbers)).map((row) => [row.row_index, row.values]));
  return rows.map((row) => {
    if (!isDecided(row)) return row;
    const cells = before.get(origins.get(row.row_index) ?? -1);
    const corrected = FIELDS.filter((field) => textOf(row.values[field]) !== textOf(cells?.[field]));
    return corrected.length === 0 ? row : { ...row, values: { ...row.values, [CORRECTED]: corrected } };
  });
}

const OF_FILE = ['location_id', 'person_id', 'accept'] as const;

export const textOf = (cell: unknown): string | undefined =>
  cell === null || cell === undefined ? undefined : cellText(typeof cell === 'object' ? JSON.stringify(cell) : cell);

/** Asks about a decision when the cells that it is about were corrected together with it, and mean something else. */
export function askOfCorrection(
  { values, resolution }: GivenRow,
  decided: Decided,
  meant: string | null | undefined,
  text: string | null,
): Issue[] {
  const corrected = [...((values[CORRECTED] ?? []) as Field[]), ...Object.keys(resolution?.values ?? {}).map(fieldOf)];
  const isCorrected = CELLS[decided].some((field) => corrected.includes(field));
  const chosen = decided === 'room' ? resolution?.location_id : resolution?.person_id;
  if (!isCorrected || text === null || meant === chosen) return [];
  const message = `was corrected to "${text}", and ${decided === 'room' ? 'location_id' : 'person_id'} (lodge_${decided}) decides for another; leave one of them out`;
  return [contradictingCells(message, decided === 'room' ? 'room' : 'student_id', text)];
}
