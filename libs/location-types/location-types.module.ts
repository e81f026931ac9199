import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LocationType } from '#libs/location-types/location-type.entity';
import { LocationTypesController } from '#libs/location-types/location-types.controller';
import { LocationTypesService } from '#libs/location-types/location-types.service';

@Module({
  imports: [TypeOrmModule.forFeature([LocationType])],
  controllers: [LocationTypesController],
  providers: [LocationTypesService],
})
export class LocationTypesModule {}
