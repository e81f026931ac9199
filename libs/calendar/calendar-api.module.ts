import { Module } from '@nestjs/common';
import { CalendarController } from '#libs/calendar/calendar.controller';
import { CalendarModule } from '#libs/calendar/calendar.module';

@Module({ imports: [CalendarModule], controllers: [CalendarController] })
export class CalendarApiModule {}
