import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { FILE_TYPES } from '#libs/core/http/file-types';
import { LargeBody } from '#libs/core/http/large-body';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { parametersOfStudents, studentFieldOf, studentOf } from '#libs/students/import/columns';
import { ImportStudentsQuery, ImportStudentsRequest, ImportStudentsResponse } from '#libs/students/import/import.dto';
import { StudentImportService } from '#libs/students/import/import.service';

@ApiTags('Students')
@Controller('students')
export class StudentImportController {
  constructor(private readonly imports: StudentImportService) {}

  @Post(':site/import')
  @Idempotent()
  @LargeBody({
    columnOf: studentFieldOf,
    rowsIn: 'students',
    rowOf: studentOf,
    parametersOf: parametersOfStudents,
    hasSections: true,
  })
  @ApiConsumes('application/json', ...FILE_TYPES)
  @ApiParam({ name: 'site' })
  @ApiBody({ type: ImportStudentsRequest })
  @Operation({
    summary: 'Import a list of students',
    description:
      'Students are recognised by student id, then by email. New ones are created and known ones changed; fields ' +
      'that a row omits do not change. Each row that cannot be imported is returned as an exception with its cause ' +
      'and does not stop the others. The same list ' +
      'again changes nothing. The list can also be sent as a file, CSV or a workbook (.xlsx), as the export writes ' +
      'it: as it is with `type` and the rest in the query, or in a form.',
    access: 'student.import',
    rateLimit: 'bulk',
    response: ImportStudentsResponse,
    example: {
      type: 'partial',
      dry_run: true,
      students: [
        {
          student_id: 'KC00001',
          first_name: 'Zoë',
          last_name: 'Ångström',
          location: 'Mill Building / Floor 1 / Studio 101',
        },
        {
          student_id: 'KC09001',
          first_name: 'Grace',
          last_name: 'Hopper',
          location: 'M-102',
          email: 'grace.hopper@students.example',
        },
        { student_id: 'KC09002', first_name: 'Alan', last_name: 'Turing', location: 'Attic' },
      ],
    },
    errors: ['payload_too_large', 'unsupported_media_type', 'empty_full_import', 'deactivation_threshold_exceeded'],
  })
  import(
    @Access() access: SiteAccess,
    @Body() body: ImportStudentsRequest,
    @Query() _query: ImportStudentsQuery,
  ): Promise<ImportStudentsResponse> {
    return this.imports.import(access, body);
  }
}
