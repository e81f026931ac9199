import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LocationType } from '#libs/location-types/location-type.entity';

@Module({ imports: [TypeOrmModule.forFeature([LocationType])] })
export class LocationTypesModule {}
