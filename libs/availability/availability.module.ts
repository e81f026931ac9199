import { Module } from '@nestjs/common';
import { AvailabilityService } from '#libs/availability/availability.service';

@Module({ providers: [AvailabilityService], exports: [AvailabilityService] })
export class AvailabilityModule {}
