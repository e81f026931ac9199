import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AccessGuard } from '#libs/accounts/access/access.guard';
import { AccountsModule } from '#libs/accounts/accounts.module';
import { AccountsApiModule } from '#libs/accounts/accounts-api.module';
import { AvailabilityApiModule } from '#libs/availability/availability-api.module';
import { BookingImportApiModule } from '#libs/booking-import/booking-import-api.module';
import { BookingsApiModule } from '#libs/bookings/bookings-api.module';
import { DayApiModule } from '#libs/day/day-api.module';
import { CalendarApiModule } from '#libs/calendar/calendar-api.module';
import { CalendarFeedsApiModule } from '#libs/calendar-feeds/calendar-feeds-api.module';
import { ClosuresApiModule } from '#libs/closures/closures-api.module';
import type { Config } from '#libs/core/config/config';
import { CoreModule } from '#libs/core/core.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { ProblemFilter } from '#libs/core/errors/problem.filter';
import { ProblemsController } from '#libs/core/errors/problems.controller';
import { HealthModule } from '#libs/core/health/health.module';
import { RequestPipe } from '#libs/core/http/request.pipe';
import { MetricsModule } from '#libs/core/metrics/metrics.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { EventsApiModule } from '#libs/events/events-api.module';
import { JobsApiModule } from '#libs/jobs/jobs-api.module';
import { DocumentsApiModule } from '#libs/documents/documents-api.module';
import { LocationTypesApiModule } from '#libs/location-types/location-types-api.module';
import { LocationsApiModule } from '#libs/locations/locations-api.module';
import { PicturesApiModule } from '#libs/pictures/pictures-api.module';
import { PrivacyApiModule } from '#libs/privacy/privacy-api.module';
import { ReferencesModule } from '#libs/references/references.module';
import { SitesApiModule } from '#libs/sites/sites-api.module';
import { SlaPoliciesApiModule } from '#libs/sla-policies/sla-policies-api.module';
import { MergesApiModule } from '#libs/merges/merges-api.module';
import { WaitingListApiModule } from '#libs/waiting-list/waiting-list-api.module';
import { StudentsApiModule } from '#libs/students/students-api.module';
import { WebhooksApiModule } from '#libs/webhooks/webhooks-api.module';
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
        CoreModule.with(config),
        DatabaseModule.with(ENTITIES, { connect }),
        StorageModule,
        HealthModule,
        MetricsModule,
        AccountsModule,
        AccountsApiModule,
        ReferencesModule,
        SitesApiModule,
        SlaPoliciesApiModule,
        LocationTypesApiModule,
        LocationsApiModule,
        StudentsApiModule,
        PrivacyApiModule,
        PicturesApiModule,
        DocumentsApiModule,
        BookingsApiModule,
        DayApiModule,
        AvailabilityApiModule,
        ClosuresApiModule,
        WaitingListApiModule,
        MergesApiModule,
        CalendarApiModule,
        CalendarFeedsApiModule,
        JobsApiModule,
        EventsApiModule,
        WebhooksApiModule,
        BookingImportApiModule,
      ],
      controllers: [HealthController, PagesController, ProblemsController],
      providers: [
        DomainMetrics,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: RequestPipe },
      ],
    };
  }
}
