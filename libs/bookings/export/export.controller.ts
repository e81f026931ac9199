import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { sendFile } from '#libs/core/csv/csv-file';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { ExportBookingsQuery } from '#libs/bookings/export/export.dto';
import { ExportService } from '#libs/bookings/export/export.service';

@ApiTags('Bookings')
@Controller('bookings')
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Get('export')
  @Operation({
    operationId: 'Bookings_export',
    summary: 'Export the bookings of a site as CSV or a workbook',
    description:
      'Streamed, without a limit on the rows. UTF-8 with byte order mark, every cell quoted; a cell that a spreadsheet ' +
      'would take for a formula has a leading apostrophe. The first eleven columns are those that an import reads. ' +
      '`delimiter=semicolon` and `times=local` suit Excel in many languages of Europe. `format=xlsx` makes a workbook: days are days, instants are in the time of the site, ids are text, and the header stays in sight.',
    access: 'booking.export',
    response: 'text/csv',
    orFile: XLSX_TYPE,
    errors: ['invalid_query', 'unknown_reference'],
  })
  export(@Access() access: SiteAccess, @Query() query: ExportBookingsQuery, @Res() reply: FastifyReply): Promise<void> {
    return sendFile(reply, this.exports.fileName(access, query.format), () => this.exports.open(access, query));
  }
}
