import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { fileNamePart } from '#libs/core/csv/csv-file';
import { openExport } from '#libs/core/csv/export-file';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import type { ExportBookingsQuery } from '#libs/bookings/export/export.dto';
import { COLUMNS, exportQuery } from '#libs/bookings/export/export.queries';

/** The bookings of a site as a CSV file or a workbook, streamed from PostgreSQL: memory stays flat, however many there are. */
@Injectable()
export class ExportService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async open(
    { site, caller }: SiteAccess,
    { sort_by: sort, format, delimiter, times, ...filters }: ExportBookingsQuery,
  ): Promise<Readable> {
    const auditEntry = {
      siteId: site.id,
      action: 'bookings.exported',
      subjectKind: 'site' as const,
      subjectId: site.id,
    };
    await recordAudit(this.database, caller, this.clock.now(), auditEntry);
    const query = exportQuery(filters, { ...site, today: this.today(site), sort, format, times });
    return openExport(this.database, { format, delimiter, columns: COLUMNS, sheet: 'Bookings', query });
  }

  fileName({ site }: SiteAccess, format: ExportFormat): `${string}.${ExportFormat}` {
    return `bookings-${fileNamePart(site.name)}-${this.today(site)}.${format}`;
  }

  private today = ({ timeZone }: { timeZone: string }) => localDate(this.clock.now(), timeZone);
}
