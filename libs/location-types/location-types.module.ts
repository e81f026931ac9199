import { Module } from '@nestjs/common';
import { LocationTypesService } from '#libs/location-types/location-types.service';

@Module({
  providers: [LocationTypesService],
  exports: [LocationTypesService],
})
export class LocationTypesModule {}
