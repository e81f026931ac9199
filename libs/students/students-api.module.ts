import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { PeopleSearchController } from '#libs/students/search/people-search.controller';
import { StudentsModule } from '#libs/students/students.module';
import { StudentExportController } from '#libs/students/student-export.controller';
import { StudentImportHistoryController } from '#libs/students/import-history/history.controller';
import { StudentImportController } from '#libs/students/import/import.controller';
import { StudentsController } from '#libs/students/students.controller';

@Module({
  imports: [IdempotencyModule, StudentsModule],
  controllers: [
    StudentExportController,
    StudentImportController,
    StudentImportHistoryController,
    PeopleSearchController,
    StudentsController,
  ],
})
export class StudentsApiModule {}
