import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiKeyWarnings } from '#libs/accounts/api-keys/api-key-warnings';
import { HousekeepingModule } from '#libs/accounts/housekeeping.module';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';
import { ImportRunner } from '#libs/booking-import/commit/import-runner';
import { ImportSweepService } from '#libs/booking-import/commit/import-sweep.service';
import { ImportWorkModule } from '#libs/booking-import/import-work.module';
import { UndoRunner } from '#libs/booking-import/undo/undo-runner';
import { HoldsModule } from '#libs/bookings/holds/holds.module';
import { HoldWarningsService } from '#libs/bookings/holds/hold-warnings.service';
import type { Config } from '#libs/core/config/config';
import { CoreModule } from '#libs/core/core.module';
import { DatabaseModule } from '#libs/core/database/database.module';
import { MailModule } from '#libs/core/mail/mail.module';
import { MailSweepService } from '#libs/core/mail/mail-sweep.service';
import { HealthModule } from '#libs/core/health/health.module';
import { MetricsModule } from '#libs/core/metrics/metrics.module';
import { QueueModule } from '#libs/core/queue/queue.module';
import { JournalModule } from '#libs/events/journal/journal.module';
import { IdempotencyModule } from '#libs/idempotency/idempotency.module';
import { IdempotencyService } from '#libs/idempotency/idempotency.service';
import { JobsModule } from '#libs/jobs/jobs.module';
import { JobsWorkModule } from '#libs/jobs/jobs-work.module';
import { DocumentSweepService } from '#libs/documents/document-sweep.service';
import { PrintingModule } from '#libs/documents/printing.module';
import { PrintingService } from '#libs/documents/printing.service';
import { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';
import { PicturesModule } from '#libs/pictures/pictures.module';
import { PrivacyModule } from '#libs/privacy/privacy.module';
import { RetentionService } from '#libs/privacy/retention.service';
import { WebhookSweepService } from '#libs/webhooks/webhook-sweep.service';
import { WebhooksWorkModule } from '#libs/webhooks/webhooks-work.module';
import { ENTITIES } from '#apps/entities';
import { BackupKeeper } from '#apps/worker/backup-keeper';
import { DocumentsProcessor } from '#apps/worker/documents.processor';
import { HoldKeeper } from '#apps/worker/hold-keeper';
import { HousekeepingProcessor, type Sweeper, SWEEPERS } from '#apps/worker/housekeeping.processor';
import { JobObserver } from '#apps/worker/job-observer';
import { MailSender } from '#apps/worker/mail-sender';
import { JournalKeeper } from '#apps/worker/journal-keeper';
import { JobsProcessor } from '#apps/worker/jobs.processor';
import { WebhookDispatcher } from '#apps/worker/webhook-dispatcher';
import { WebhooksProcessor } from '#apps/worker/webhooks.processor';

const jobs = JobsWorkModule.forRunners({
  imports: [ImportWorkModule, PrintingModule],
  inject: [ImportRunner, UndoRunner, PrintingService],
  useFactory: (imports: ImportRunner, undos: UndoRunner, printing: PrintingService) => [
    imports,
    undos,
    ...printing.runners,
  ],
});

const sweepers = {
  provide: SWEEPERS,
  inject: [
    HousekeepingService,
    ApiKeyWarnings,
    HoldWarningsService,
    IdempotencyService,
    PictureSweepService,
    DocumentSweepService,
    ImportSweepService,
    MailSweepService,
    WebhookSweepService,
    BackupKeeper,
    RetentionService,
    RollCallKeeper,
  ],
  useFactory: (...all: Sweeper[]) => all,
};

@Module({})
export class WorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        CoreModule.with(config),
        DatabaseModule.with(ENTITIES),
        HealthModule,
        MailModule,
        MetricsModule,
        DiscoveryModule,
        QueueModule.forQueues('housekeeping', 'jobs', 'documents', 'webhooks'),
        HoldsModule,
        HousekeepingModule,
        IdempotencyModule,
        ImportWorkModule,
        JournalModule,
        JobsModule,
        PicturesModule,
        PrintingModule,
        PrivacyModule,
        WebhooksWorkModule,
        jobs,
      ],
      providers: [
        BackupKeeper,
        HoldKeeper,
        sweepers,
        HousekeepingProcessor,
        JobsProcessor,
        DocumentsProcessor,
        MailSender,
        JobObserver,
        JournalKeeper,
        WebhookDispatcher,
        WebhooksProcessor,
      ],
    };
  }
}
