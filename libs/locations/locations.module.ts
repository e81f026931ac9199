import { Module } from '@nestjs/common';
import { LocationsController } from '#libs/locations/locations.controller';
import { LocationsService } from '#libs/locations/locations.service';

@Module({
  controllers: [LocationsController],
  providers: [LocationsService],
})
export class LocationsModule {}
