import { Module } from '@nestjs/common';
import { BookingsModule } from '#libs/bookings/bookings.module';
import { StudentsModule } from '#libs/students/students.module';
import { ImportRunner } from '#libs/booking-import/commit/import-runner';
import { ImportSweepService } from '#libs/booking-import/commit/import-sweep.service';
import { RowWriter } from '#libs/booking-import/commit/row-writer';
import { UndoRunner } from '#libs/booking-import/undo/undo-runner';

/** Running imports of bookings, and removing them: the worker's part. */
@Module({
  imports: [BookingsModule, StudentsModule],
  providers: [ImportRunner, RowWriter, UndoRunner, ImportSweepService],
  exports: [ImportRunner, UndoRunner, ImportSweepService],
})
export class ImportWorkModule {}
