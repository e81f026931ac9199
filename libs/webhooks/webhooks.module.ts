import { Module } from '@nestjs/common';
import { EventsModule } from '#libs/events/events.module';
import { DeliveriesService } from '#libs/webhooks/deliveries.service';
import { WebhooksService } from '#libs/webhooks/webhooks.service';

@Module({
  imports: [EventsModule],
  providers: [WebhooksService, DeliveriesService],
  exports: [WebhooksService, DeliveriesService],
})
export class WebhooksModule {}
