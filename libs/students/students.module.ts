import { Module } from '@nestjs/common';
import { StudentImportService } from '#libs/students/import/import.service';
import { StudentListService } from '#libs/students/student-list.service';
import { StudentRemovalService } from '#libs/students/student-removal.service';
import { StudentsService } from '#libs/students/students.service';

@Module({
  providers: [StudentsService, StudentListService, StudentRemovalService, StudentImportService],
  exports: [StudentsService, StudentListService, StudentRemovalService, StudentImportService],
})
export class StudentsModule {}
