import { Module } from '@nestjs/common';
import { WebhookDeliveriesController } from '#libs/webhooks/deliveries.controller';
import { WebhooksController } from '#libs/webhooks/webhooks.controller';
import { WebhooksModule } from '#libs/webhooks/webhooks.module';

@Module({ imports: [WebhooksModule], controllers: [WebhooksController, WebhookDeliveriesController] })
export class WebhooksApiModule {}
