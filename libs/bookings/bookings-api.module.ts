import { Module } from '@nestjs/common';
import { BookingsModule } from '#libs/bookings/bookings.module';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { BookingsController } from '#libs/bookings/bookings.controller';
import { BulkController } from '#libs/bookings/bulk/bulk.controller';
import { ExportController } from '#libs/bookings/export/export.controller';
import { TransitionsController } from '#libs/bookings/transitions/transitions.controller';
import { MovesController } from '#libs/bookings/moves/moves.controller';
import { SwapController } from '#libs/bookings/swap.controller';
import { ExpiringController } from '#libs/bookings/expiring/expiring.controller';
import { DepartureSlotsController } from '#libs/bookings/departure-slots/departure-slots.controller';
import { BlocksController } from '#libs/bookings/blocks/blocks.controller';

@Module({
  imports: [BookingsModule, IdempotencyModule],
  controllers: [
    BookingsController,
    BulkController,
    ExportController,
    TransitionsController,
    SwapController,
    MovesController,
    BlocksController,
    ExpiringController,
    DepartureSlotsController,
  ],
})
export class BookingsApiModule {}
