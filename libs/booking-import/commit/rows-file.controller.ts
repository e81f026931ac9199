import { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { sendFile } from '#libs/core/csv/csv-file';
import { EXPORT_FORMATS, type ExportFormat } from '#libs/core/csv/export-cells';
import { EnumField } from '#libs/core/http/fields';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { IdParam } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { SiteQuery } from '#libs/bookings/read-booking.dto';
import { ImportThreads } from '#libs/booking-import/import-threads';

export class RowsFileQuery extends SiteQuery {
  @EnumField(EXPORT_FORMATS, { optional: true, default: 'csv', description: 'CSV, or a workbook' })
  format: ExportFormat = 'csv';

  @EnumField(['failed'], {
    optional: true,
    default: 'failed',
    description: '`failed`: rows that failed, or that were skipped because they had no decision',
  })
  outcome: 'failed' = 'failed' as const;
}

@ApiTags('Bookings')
@Controller('bookings/imports')
export class RowsFileController {
  constructor(
    private readonly threads: ImportThreads,
    private readonly clock: Clock,
  ) {}

  @Get(':importId/rows')
  @Operation({
    operationId: 'BookingImport_rows',
    summary: 'Download the failed rows of an import, to correct and send them again',
    description:
      'The cells as they were sent, with `lodge_problems`, the candidates (`lodge_people`, `lodge_rooms`), and ' +
      'columns for decisions: ' +
      '`lodge_action` (create, update, skip), `lodge_person` and `lodge_room` (the number of a candidate, an id, ' +
      'or `new`), `lodge_accept` (codes of ' +
      'issues). A preview or commit of the corrected file applies them, and the date order that the first file ' +
      'proved still applies.',
    access: 'booking.import',
    response: 'text/csv',
    orFile: XLSX_TYPE,
    addition: true,
    errors: ['invalid_query', 'import_emptied'],
  })
  async rows(
    @Access() access: SiteAccess,
    @IdParam('importId') id: string,
    @Query() { format }: RowsFileQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.threads.rows(access, id, format, this.clock.now());
    await sendFile(reply, `import-${id}-failed.${format}`, async () => Readable.from([file]));
  }
}
