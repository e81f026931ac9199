import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Location } from '#libs/locations/location.entity';
import { LocationsController } from '#libs/locations/locations.controller';
import { LocationsService } from '#libs/locations/locations.service';

@Module({
  imports: [TypeOrmModule.forFeature([Location])],
  controllers: [LocationsController],
  providers: [LocationsService],
})
export class LocationsModule {}
