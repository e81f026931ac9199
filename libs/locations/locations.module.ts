import { Module } from '@nestjs/common';
import { LocationsService } from '#libs/locations/locations.service';

@Module({
  providers: [LocationsService],
  exports: [LocationsService],
})
export class LocationsModule {}
