import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { recordAudit } from '#libs/accounts/audit/audit';
import { fileNamePart, sendFile } from '#libs/core/csv/csv-file';
import { openExport } from '#libs/core/csv/export-file';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { exportStudents } from '#libs/students/student-export.queries';
import { ExportStudentsQuery } from '#libs/students/students.dto';

@ApiTags('Students')
@Controller('students/:site')
export class StudentExportController {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Get('export-csv')
  @ApiParam({ name: 'site' })
  @Operation({
    summary: 'Export the students of a site as CSV or a workbook',
    description:
      'Active and inactive ones, unless `active` says which. The filters are those of the list. A location is named by its code, else by its path, as an import finds it. UTF-8 ' +
      'with BOM, CRLF. A cell that a spreadsheet would take for a formula begins with one more apostrophe. ' +
      '`delimiter=semicolon` and `times=local` suit Excel in many languages of Europe. `format=xlsx` makes a ' +
      'workbook with typed cells. The column welfare_state is present for callers who have `student.welfare`.',
    access: 'student.export',
    response: 'text/csv',
    orFile: XLSX_TYPE,
    errors: ['invalid_query', 'unknown_reference'],
  })
  async csv(@Access() access: SiteAccess, @Query() query: ExportStudentsQuery, @Res() reply: FastifyReply) {
    const { site } = access;
    const welfare = access.may('student.welfare');
    const { format, delimiter, times, sortBy: order, ...filter } = query;
    const file = {
      ...exportStudents(site, { order, welfare, format, times, filter }),
      format,
      delimiter,
      sheet: 'Students',
    };
    const name = `students-${fileNamePart(site.name)}-${localDate(this.clock.now(), site.timeZone)}.${format}` as const;
    if (!welfare) reply.header('x-redacted', 'welfare');
    const auditEntry = {
      siteId: site.id,
      action: 'students.exported',
      subjectKind: 'site' as const,
      subjectId: site.id,
    };
    const changes = [
      { field: 'welfare', from: null, to: welfare },
      { field: 'filters', from: null, to: Object.keys(filter) },
    ];
    await recordAudit(this.database, access.caller, this.clock.now(), { ...auditEntry, changes });
    await sendFile(reply, name, () => openExport(this.database, file));
  }
}
