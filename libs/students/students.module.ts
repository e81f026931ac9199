import { Module } from '@nestjs/common';
import { StudentImportController } from '#libs/students/import/import.controller';
import { StudentImportService } from '#libs/students/import/import.service';
import { StudentExportController } from '#libs/students/student-export.controller';
import { StudentListService } from '#libs/students/student-list.service';
import { StudentRemovalService } from '#libs/students/student-removal.service';
import { StudentsController } from '#libs/students/students.controller';
import { StudentsService } from '#libs/students/students.service';

@Module({
  controllers: [StudentExportController, StudentImportController, StudentsController],
  providers: [StudentsService, StudentListService, StudentRemovalService, StudentImportService],
  exports: [StudentsService, StudentRemovalService],
})
export class StudentsModule {}
