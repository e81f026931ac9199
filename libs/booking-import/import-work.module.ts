import { Module } from '@nestjs/common';
import { PlacingService } from '#libs/bookings/bulk/placing.service';
import { MovesService } from '#libs/bookings/transitions/moves.service';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import { StudentsService } from '#libs/students/students.service';
import { ImportRunner } from '#libs/booking-import/import-runner';
import { ImportSweepService } from '#libs/booking-import/import-sweep.service';

/** What a worker needs to run imports of bookings: services without routes. */
@Module({
  providers: [ImportRunner, ImportSweepService, PlacingService, MovesService, UpdateBookingService, StudentsService],
  exports: [ImportRunner, ImportSweepService],
})
export class ImportWorkModule {}
