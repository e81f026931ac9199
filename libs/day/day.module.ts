import { Module } from '@nestjs/common';
import { DayService } from '#libs/day/day.service';

@Module({ providers: [DayService], exports: [DayService] })
export class DayModule {}
