import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/accounts/audit/audit.module';
import { StudentImportService } from '#libs/students/import/import.service';
import { StudentImportHistoryService } from '#libs/students/import-history/history.service';
import { StudentImportUndoService } from '#libs/students/import-history/undo.service';
import { PeopleSearchService } from '#libs/students/search/people-search.service';
import { StudentListService } from '#libs/students/student-list.service';
import { StudentRemovalService } from '#libs/students/student-removal.service';
import { StudentsService } from '#libs/students/students.service';

const SERVICES = [
  StudentsService,
  PeopleSearchService,
  StudentListService,
  StudentRemovalService,
  StudentImportService,
  StudentImportHistoryService,
  StudentImportUndoService,
];

@Module({
  imports: [AuditModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class StudentsModule {}
