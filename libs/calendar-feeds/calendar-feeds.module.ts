import { Module } from '@nestjs/common';
import { CalendarFeedsService } from '#libs/calendar-feeds/calendar-feeds.service';

@Module({ providers: [CalendarFeedsService], exports: [CalendarFeedsService] })
export class CalendarFeedsModule {}
