import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { fileNamePart } from '#libs/core/csv/csv-file';
import { CsvRows } from '#libs/core/csv/csv-rows';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import type { ExportBookingsQuery } from '#libs/bookings/export/export.dto';
import { COLUMNS, exportQuery } from '#libs/bookings/export/export.queries';

/** The bookings of a site as a CSV file, streamed from PostgreSQL: memory stays flat, however many there are. */
@Injectable()
export class ExportService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async open({ site, caller }: SiteAccess, { sort_by: sort, ...filters }: ExportBookingsQuery): Promise<Readable> {
    const deed = { siteId: site.id, action: 'bookings.exported', subjectKind: 'site' as const, subjectId: site.id };
    await recordAudit(this.database, caller, this.clock.now(), deed);
    return this.database.copyCsv(
      exportQuery(filters, { ...site, today: this.today(site), sort }),
      new CsvRows(COLUMNS),
    );
  }

  fileName({ site }: SiteAccess): string {
    return `bookings-${fileNamePart(site.name)}-${this.today(site)}.csv`;
  }

  private today = ({ timeZone }: { timeZone: string }) => localDate(this.clock.now(), timeZone);
}
