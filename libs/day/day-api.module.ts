import { Module } from '@nestjs/common';
import { DayController } from '#libs/day/day.controller';
import { DayModule } from '#libs/day/day.module';

@Module({ imports: [DayModule], controllers: [DayController] })
export class DayApiModule {}
