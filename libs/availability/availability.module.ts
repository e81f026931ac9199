import { Module } from '@nestjs/common';
import { AvailabilityController } from '#libs/availability/availability.controller';
import { AvailabilityService } from '#libs/availability/availability.service';

@Module({ controllers: [AvailabilityController], providers: [AvailabilityService] })
export class AvailabilityModule {}
