import type { SiteAccess } from '#libs/accounts/access/access';
import type { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { localDate } from '#libs/core/time/site-time';
import { overrideActions } from '#libs/bookings/booking-errors';
import { type AnalysedRow, judge, summaryOf, understand } from '#libs/booking-import/analyse';
import type { BookingImportRowRequest, ImportPreviewResponse } from '#libs/booking-import/booking-import.dto';
import { columnsOf, valuesOf } from '#libs/booking-import/columns';
import { orderOf } from '#libs/booking-import/dates';
import { findDateOrder } from '#libs/booking-import/imports.queries';
import { info } from '#libs/booking-import/issues';
import { shown } from '#libs/booking-import/read-row';
import { readRooms } from '#libs/booking-import/rooms';
import { requireRows } from '#libs/booking-import/rows-and-resolutions';

/**
 * Says what an import would do, and why, without doing it: it runs in a READ ONLY transaction.
 * @throws DomainError `validation_failed` for a repeated row_index
 */
export async function previewImport(
  database: Database,
  access: SiteAccess,
  rows: BookingImportRowRequest[],
  now: Date,
): Promise<ImportPreviewResponse> {
  requireRows(rows);
  const columns = columnsOf(rows);
  const values = rows.map((row) => valuesOf(row.values));
  const { timeZone, id } = access.site;
  const analysed = await database.reading(async (tx) => {
    const dateOrder = orderOf(values, await findDateOrder(tx, id));
    const calendar = { timeZone, dateOrder, today: localDate(now, timeZone) };
    const rooms = await readRooms(tx, id);
    return judge(tx, id, calendar, await understand(tx, id, calendar, rooms, rows), rooms);
  });
  const [first] = analysed;
  first?.issues.push(...columns.unknown.slice(0, MOST_TOLD).map(unknownColumn));
  return {
    preview_id: newId(),
    generated_at: now.toISOString(),
    summary: summaryOf(analysed),
    columns,
    rows: analysed.map((row, index) => ({
      ...toPreviewRow(row, access),
      values: Object.fromEntries(values[index] ?? []),
    })),
  };
}

/** How many unknown columns the first row tells of; `columns` has them all. */
const MOST_TOLD = 50;
const unknownColumn = (header: string) =>
  info('unknown_column', 'this column is not read', { field: null, value: shown(header) });

function toPreviewRow({ existing, conflicts, ...row }: AnalysedRow, access: SiteAccess) {
  const { normalized, person, location, status, planned, changes, issues, row_index, state } = row;
  const shownConflicts = conflicts.map(
    ({ booking, lead_person_name, contract_start, contract_end, status: theirs, in_house }) => ({
      booking_id: booking,
      kind:
        in_house &&
        contract_end !== null &&
        normalized.contract_start !== null &&
        contract_end <= normalized.contract_start
          ? 'occupied'
          : 'booking',
      status: theirs,
      contract_start,
      contract_end,
      lead_person_name,
      override_actions: overrideActions(theirs, access),
    }),
  );
  return {
    row_index,
    state,
    normalized,
    person,
    location,
    status,
    conflicts: shownConflicts,
    planned,
    booking_id: existing?.id ?? null,
    booking_version: existing?.version ?? null,
    changes,
    issues,
  };
}
