import { Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IdParam } from '#libs/core/http/ids';
import { StudentImportResponse } from '#libs/students/import-history/history.dto';
import { StudentImportHistoryService } from '#libs/students/import-history/history.service';
import { StudentImportUndoService } from '#libs/students/import-history/undo.service';

@ApiTags('Students')
@Controller('students')
export class StudentImportHistoryController {
  constructor(
    private readonly history: StudentImportHistoryService,
    private readonly undos: StudentImportUndoService,
  ) {}

  @Get(':site/imports/:importId')
  @ApiParam({ name: 'site' })
  @Operation({
    summary: 'Read an import of students',
    description:
      'The students whom it created, those whom it changed with the old and the new values, those whom it left ' +
      'unchanged, and those whom a full list deactivated.',
    access: 'student.import',
    response: StudentImportResponse,
    addition: true,
  })
  read(@Access() access: SiteAccess, @IdParam('importId') id: string): Promise<StudentImportResponse> {
    return this.history.get(access, id);
  }

  @Post(':site/imports/:importId/undo')
  @ApiParam({ name: 'site' })
  @Operation({
    summary: 'Undo an import of students',
    description:
      'New students are removed, changed ones get their values back, deactivated ones become active. Students who ' +
      'were changed since, or who have a live booking, are kept; changes of later imports that are undone do not count. ' +
      'A repeated call tries the blocked rows again, and those that were kept because of a later import that is undone by now.',
    access: 'student.import',
    response: StudentImportResponse,
    addition: true,
  })
  undo(@Access() access: SiteAccess, @IdParam('importId') id: string): Promise<StudentImportResponse> {
    return this.undos.undo(access, id);
  }
}
