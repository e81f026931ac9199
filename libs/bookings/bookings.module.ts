import { Module } from '@nestjs/common';
import { ExpiringService } from '#libs/bookings/expiring/expiring.service';
import { DepartureSlotsService } from '#libs/bookings/departure-slots/departure-slots.service';
import { BlockBookingsService } from '#libs/bookings/blocks/block-bookings.service';
import { BlocksService } from '#libs/bookings/blocks/blocks.service';
import { BulkService } from '#libs/bookings/bulk/bulk.service';
import { BulkTransitionsService } from '#libs/bookings/bulk/bulk-transitions.service';
import { BulkUpdatesService } from '#libs/bookings/bulk/bulk-updates.service';
import { ExportService } from '#libs/bookings/export/export.service';
import { PlacingService } from '#libs/bookings/bulk/placing.service';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';
import { BookingsService } from '#libs/bookings/bookings.service';
import { LocationQueue } from '#libs/occupancy/location-queue';
import { CreateBookingService } from '#libs/bookings/create-booking.service';
import { OverridesService } from '#libs/bookings/overrides.service';
import { MovesService } from '#libs/bookings/moves/moves.service';
import { SwapService } from '#libs/bookings/swap.service';
import { TransitionsService } from '#libs/bookings/transitions/transitions.service';
import { UpdateExecutor } from '#libs/bookings/updates/update-executor';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';

const SERVICES = [
  BookingsService,
  CreateBookingService,
  UpdateBookingService,
  UpdateExecutor,
  BulkUpdatesService,
  SwapService,
  MovesService,
  TransitionExecutor,
  TransitionsService,
  PlacingService,
  BulkService,
  ExportService,
  BulkTransitionsService,
  BlocksService,
  BlockBookingsService,
  ExpiringService,
  DepartureSlotsService,
];

@Module({
  providers: [...SERVICES, OverridesService, LocationQueue],
  exports: SERVICES,
})
export class BookingsModule {}
