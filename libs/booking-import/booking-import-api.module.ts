import { Module } from '@nestjs/common';
import { BookingImportModule } from '#libs/booking-import/booking-import.module';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { BookingImportController } from '#libs/booking-import/booking-import.controller';

@Module({ imports: [BookingImportModule, IdempotencyModule], controllers: [BookingImportController] })
export class BookingImportApiModule {}
