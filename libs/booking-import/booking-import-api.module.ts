import { Module } from '@nestjs/common';
import { BookingImportModule } from '#libs/booking-import/booking-import.module';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { ImportMappingsController } from '#libs/booking-import/columns/mappings.controller';
import { RowsFileController } from '#libs/booking-import/commit/rows-file.controller';
import { BookingImportController } from '#libs/booking-import/booking-import.controller';

@Module({
  imports: [BookingImportModule, IdempotencyModule],
  controllers: [BookingImportController, ImportMappingsController, RowsFileController],
})
export class BookingImportApiModule {}
