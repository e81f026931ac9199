import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';
import { ImportRunner } from '#libs/booking-import/import-runner';
import { ImportSweepService } from '#libs/booking-import/import-sweep.service';
import { ImportWorkModule } from '#libs/booking-import/import-work.module';
import type { Config } from '#libs/core/config/config';
import { ConfigModule } from '#libs/core/config/config.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { HealthModule } from '#libs/core/health/health.module';
import { MetricsModule } from '#libs/core/metrics/metrics.module';
import { Bell } from '#libs/core/queue/bell';
import { QueueModule } from '#libs/core/queue/queue.module';
import { StorageModule } from '#libs/core/storage/storage.module';
import { TimeModule } from '#libs/core/time/time.module';
import { IdempotencyService } from '#libs/idempotency/idempotency.service';
import { JOB_RUNNERS, type JobRunner, JobsAtWork } from '#libs/jobs/job-runner';
import { JobsService } from '#libs/jobs/jobs.service';
import { DocumentSweepService } from '#libs/documents/document-sweep.service';
import { PrintingModule } from '#libs/documents/printing.module';
import { PrintingService } from '#libs/documents/printing.service';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';
import { ENTITIES } from '#apps/entities';
import { DocumentsProcessor } from '#apps/worker/documents.processor';
import { HousekeepingProcessor, type Sweeper, SWEEPERS } from '#apps/worker/housekeeping.processor';
import { JobObserver } from '#apps/worker/job-observer';
import { JobsProcessor } from '#apps/worker/jobs.processor';

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.with(ENTITIES),
        TimeModule,
        HealthModule,
        MetricsModule,
        DiscoveryModule,
        StorageModule,
        QueueModule.forQueues('housekeeping', 'jobs', 'documents'),
        PrintingModule,
        ImportWorkModule,
      ],
      providers: [
        HousekeepingService,
        IdempotencyService,
        PictureSweepService,
        {
          provide: SWEEPERS,
          inject: [
            HousekeepingService,
            IdempotencyService,
            PictureSweepService,
            DocumentSweepService,
            ImportSweepService,
          ],
          useFactory: (...sweepers: Sweeper[]) => sweepers,
        },
        HousekeepingProcessor,
        Bell,
        JobsService,
        JobsAtWork,
        {
          provide: JOB_RUNNERS,
          inject: [ImportRunner, PrintingService],
          useFactory: (imports: JobRunner, printing: PrintingService) => [imports, ...printing.runners],
        },
        JobsProcessor,
        DocumentsProcessor,
        JobObserver,
      ],
    };
  }
}
