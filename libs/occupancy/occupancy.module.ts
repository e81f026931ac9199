import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

@Module({ imports: [TypeOrmModule.forFeature([Occupancy])] })
export class OccupancyModule {}
