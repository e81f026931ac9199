import { Module } from '@nestjs/common';
import { CalendarFeedsController } from '#libs/calendar-feeds/calendar-feeds.controller';
import { CalendarFeedsService } from '#libs/calendar-feeds/calendar-feeds.service';
import { PublishedCalendarsController } from '#libs/calendar-feeds/published-calendars.controller';

@Module({
  controllers: [CalendarFeedsController, PublishedCalendarsController],
  providers: [CalendarFeedsService],
})
export class CalendarFeedsApiModule {}
