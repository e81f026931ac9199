import { Module } from '@nestjs/common';
import { JobQueueModule } from '#libs/core/queue/job-queue.module';
import { EventsModule } from '#libs/events/events.module';
import { JournalModule } from '#libs/events/journal/journal.module';
import { Courier } from '#libs/webhooks/sending/courier';
import { Dispatcher } from '#libs/webhooks/sending/dispatcher';
import { SwitchOff } from '#libs/webhooks/sending/switch-off';
import { WebhookSweepService } from '#libs/webhooks/webhook-sweep.service';

/** Sending, for workers. */
@Module({
  imports: [EventsModule, JobQueueModule, JournalModule],
  providers: [Courier, Dispatcher, SwitchOff, WebhookSweepService],
  exports: [Courier, Dispatcher, WebhookSweepService],
})
export class WebhooksWorkModule {}
