import { Module } from '@nestjs/common';
import { BookingsModule } from '#libs/bookings/bookings.module';
import { OffersService } from '#libs/waiting-list/offers.service';
import { WaitingExportService } from '#libs/waiting-list/waiting-export.service';
import { WaitingListService } from '#libs/waiting-list/waiting-list.service';

@Module({
  imports: [BookingsModule],
  providers: [WaitingListService, OffersService, WaitingExportService],
  exports: [WaitingListService, OffersService, WaitingExportService],
})
export class WaitingListModule {}
