import { Module } from '@nestjs/common';
import { BookingsModule } from '#libs/bookings/bookings.module';
import { JobsModule } from '#libs/jobs/jobs.module';
import { StudentsModule } from '#libs/students/students.module';
import { CommitService } from '#libs/booking-import/commit/commit.service';
import { ImportThreads } from '#libs/booking-import/import-threads';
import { UndoService } from '#libs/booking-import/undo/undo.service';

/** Asking for imports. What runs them is in the worker. */
@Module({
  imports: [BookingsModule, JobsModule, StudentsModule],
  providers: [ImportThreads, CommitService, UndoService],
  exports: [ImportThreads, CommitService, UndoService],
})
export class BookingImportModule {}
