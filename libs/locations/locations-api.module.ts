import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { BulkLocationsController } from '#libs/locations/bulk/bulk-locations.controller';
import { LocationsModule } from '#libs/locations/locations.module';
import { LocationsController } from '#libs/locations/locations.controller';

@Module({ imports: [LocationsModule, IdempotencyModule], controllers: [LocationsController, BulkLocationsController] })
export class LocationsApiModule {}
