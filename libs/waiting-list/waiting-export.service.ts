import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { fileNamePart } from '#libs/core/csv/csv-file';
import type { ExportFormat } from '#libs/core/csv/export-cells';
import { openExport } from '#libs/core/csv/export-file';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import type { ExportWaitingQuery } from '#libs/waiting-list/waiting-list.dto';
import { exportEntries } from '#libs/waiting-list/waiting-list.queries';
import { inSiteDates } from '#libs/waiting-list/waiting-list.service';

/** The waiting list of a site as a CSV file or a workbook. */
@Injectable()
export class WaitingExportService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async open({ site, caller }: SiteAccess, query: ExportWaitingQuery): Promise<Readable> {
    const { format, delimiter, times, ...filters } = inSiteDates(query, site.timeZone);
    const now = this.clock.now();
    const auditEntry = {
      siteId: site.id,
      action: 'waiting_list.exported',
      subjectKind: 'site' as const,
      subjectId: site.id,
    };
    await recordAudit(this.database, caller, now, auditEntry);
    const today = localDate(now, site.timeZone);
    const file = exportEntries(site.id, filters, { format, times, timeZone: site.timeZone, today });
    return openExport(this.database, { ...file, format, delimiter, sheet: 'Waiting list' });
  }

  fileName({ site }: SiteAccess, format: ExportFormat): `${string}.${ExportFormat}` {
    return `waiting-list-${fileNamePart(site.name)}-${localDate(this.clock.now(), site.timeZone)}.${format}`;
  }
}
