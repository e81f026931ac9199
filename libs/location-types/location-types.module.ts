import { Module } from '@nestjs/common';
import { LocationTypesController } from '#libs/location-types/location-types.controller';
import { LocationTypesService } from '#libs/location-types/location-types.service';

@Module({
  controllers: [LocationTypesController],
  providers: [LocationTypesService],
})
export class LocationTypesModule {}
