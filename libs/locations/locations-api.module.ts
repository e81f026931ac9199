import { Module } from '@nestjs/common';
import { LocationsModule } from '#libs/locations/locations.module';
import { LocationsController } from '#libs/locations/locations.controller';

@Module({ imports: [LocationsModule], controllers: [LocationsController] })
export class LocationsApiModule {}
