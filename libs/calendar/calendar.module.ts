import { Module } from '@nestjs/common';
import { CalendarService } from '#libs/calendar/calendar.service';

@Module({
  providers: [CalendarService],
  exports: [CalendarService],
})
export class CalendarModule {}
