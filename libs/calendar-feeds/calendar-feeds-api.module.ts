import { Module } from '@nestjs/common';
import { CalendarFeedsController } from '#libs/calendar-feeds/calendar-feeds.controller';
import { CalendarFeedsModule } from '#libs/calendar-feeds/calendar-feeds.module';
import { PublishedCalendarsController } from '#libs/calendar-feeds/published-calendars.controller';

@Module({
  imports: [CalendarFeedsModule],
  controllers: [CalendarFeedsController, PublishedCalendarsController],
})
export class CalendarFeedsApiModule {}
