import { Module } from '@nestjs/common';
import { BulkLocationsService } from '#libs/locations/bulk/bulk-locations.service';
import { LocationsService } from '#libs/locations/locations.service';

@Module({
  providers: [LocationsService, BulkLocationsService],
  exports: [LocationsService, BulkLocationsService],
})
export class LocationsModule {}
