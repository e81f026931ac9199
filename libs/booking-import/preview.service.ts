import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { overrideActions } from '#libs/bookings/booking-errors';
import { analyse, type AnalysedRow, summaryOf } from '#libs/booking-import/analyse';
import type { BookingImportRowRequest, ImportPreviewResponse } from '#libs/booking-import/booking-import.dto';
import { columnsOf, valuesOf } from '#libs/booking-import/columns';
import { findDateOrder } from '#libs/booking-import/imports.queries';
import { info } from '#libs/booking-import/issues';
import { shown } from '#libs/booking-import/read-row';
import { requireRows } from '#libs/booking-import/rows-and-resolutions';

/** Says what an import would do, and why, without doing it. */
@Injectable()
export class PreviewService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Runs in a READ ONLY transaction, so that it cannot write. @throws DomainError `validation_failed` for a repeated row_index */
  async preview(access: SiteAccess, rows: BookingImportRowRequest[]): Promise<ImportPreviewResponse> {
    requireRows(rows);
    const columns = columnsOf(rows);
    const now = this.clock.now();
    const { timeZone, id } = access.site;
    const analysed = await this.database.reading(async (tx) => {
      const calendar = { timeZone, dateOrder: await findDateOrder(tx, id), today: localDate(now, timeZone) };
      return analyse(tx, access, calendar, rows);
    });
    const cells = new Map(rows.map(({ row_index, values }) => [row_index, values]));
    return {
      preview_id: newId(),
      generated_at: now.toISOString(),
      summary: summaryOf(analysed),
      columns,
      rows: analysed.map((row, index) => {
        const issues =
          index === 0 ? [...row.issues, ...columns.unknown.slice(0, MOST_TOLD).map(unknownColumn)] : row.issues;
        return {
          ...toPreviewRow({ ...row, issues }, access),
          values: Object.fromEntries(valuesOf(cells.get(row.row_index) ?? {})),
        };
      }),
    };
  }
}

/** How many unknown columns the first row tells of; `columns` has them all. */
const MOST_TOLD = 50;
const unknownColumn = (header: string) =>
  info('unknown_column', 'this column is not read', { field: null, value: shown(header) });

function toPreviewRow({ existing: _existing, conflicts, ...row }: AnalysedRow, access: SiteAccess) {
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
    changes,
    issues,
  };
}
