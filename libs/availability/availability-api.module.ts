import { Module } from '@nestjs/common';
import { AvailabilityModule } from '#libs/availability/availability.module';
import { AvailabilityController } from '#libs/availability/availability.controller';

@Module({ imports: [AvailabilityModule], controllers: [AvailabilityController] })
export class AvailabilityApiModule {}
