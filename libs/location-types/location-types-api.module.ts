import { Module } from '@nestjs/common';
import { LocationTypesModule } from '#libs/location-types/location-types.module';
import { LocationTypesController } from '#libs/location-types/location-types.controller';

@Module({ imports: [LocationTypesModule], controllers: [LocationTypesController] })
export class LocationTypesApiModule {}
