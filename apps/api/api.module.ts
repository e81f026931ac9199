import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { AccountsModule } from '#libs/accounts/accounts.module';
import { AvailabilityModule } from '#libs/availability/availability.module';
import { BookingImportModule } from '#libs/booking-import/booking-import.module';
import { BookingsModule } from '#libs/bookings/bookings.module';
import type { Config } from '#libs/core/config/config';
import { ConfigModule } from '#libs/core/config/config.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { ProblemFilter } from '#libs/core/errors/problem.filter';
import { ProblemsController } from '#libs/core/errors/problems.controller';
import { HealthModule } from '#libs/core/health/health.module';
import { RequestPipe } from '#libs/core/http/request.pipe';
import { MetricsModule } from '#libs/core/metrics/metrics.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { TimeModule } from '#libs/core/time/time.module';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { JobsModule } from '#libs/jobs/jobs.module';
import { DocumentsModule } from '#libs/documents/documents.module';
import { LocationTypesModule } from '#libs/location-types/location-types.module';
import { LocationsModule } from '#libs/locations/locations.module';
import { PicturesModule } from '#libs/pictures/pictures.module';
import { PrivacyModule } from '#libs/privacy/privacy.module';
import { SitesModule } from '#libs/sites/sites.module';
import { SlaPoliciesModule } from '#libs/sla-policies/sla-policies.module';
import { StudentsModule } from '#libs/students/students.module';
import { DomainMetrics } from '#apps/api/metrics/domain-metrics';
import { ENTITIES } from '#apps/entities';
import { HealthController } from '#apps/api/health.controller';
import { PagesController } from '#apps/api/pages/pages.controller';

@Module({})
export class ApiModule {
  static with(config: Config, { connect = true } = {}): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with(ENTITIES, { connect }),
        TimeModule,
        StorageModule,
        HealthModule,
        MetricsModule,
        AccountsModule,
        IdempotencyModule,
        SitesModule,
        SlaPoliciesModule,
        LocationTypesModule,
        LocationsModule,
        StudentsModule,
        PrivacyModule,
        PicturesModule,
        DocumentsModule,
        BookingsModule,
        AvailabilityModule,
        JobsModule,
        BookingImportModule,
      ],
      controllers: [HealthController, PagesController, ProblemsController],
      providers: [
        DomainMetrics,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: RequestPipe },
      ],
    };
  }
}
