import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { overrideActions } from '#libs/bookings/booking-errors';
import { analyse, type AnalysedRow, summaryOf } from '#libs/booking-import/analyse';
import type { BookingImportRowRequest, ImportPreviewResponse } from '#libs/booking-import/booking-import.dto';
import { columnsOf } from '#libs/booking-import/columns';
import { findDateOrder } from '#libs/booking-import/imports.queries';
import { requireDistinct } from '#libs/booking-import/rows-and-resolutions';

/** Says what an import would do, and why, without doing it. */
@Injectable()
export class PreviewService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Runs in a READ ONLY transaction, so that it cannot write. @throws DomainError `validation_failed` for a repeated row_index */
  async preview(access: SiteAccess, rows: BookingImportRowRequest[]): Promise<ImportPreviewResponse> {
    requireDistinct(rows, 'rows');
    const now = this.clock.now();
    const { timeZone, id } = access.site;
    const analysed = await this.database.reading(async (tx) => {
      const calendar = { timeZone, dateOrder: await findDateOrder(tx, id), today: localDate(now, timeZone) };
      return analyse(tx, access, calendar, rows);
    });
    return {
      preview_id: newId(),
      generated_at: now.toISOString(),
      summary: summaryOf(analysed),
      columns: columnsOf(rows),
      rows: analysed.map((row) => toPreviewRow(row, access)),
    };
  }
}

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
