import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IdParam } from '#libs/core/http/ids';
import { DeliveryPage, DeliveryResponse, ListDeliveriesQuery } from '#libs/webhooks/deliveries.dto';
import { DeliveriesService } from '#libs/webhooks/deliveries.service';
import { ReplayRequest, WebhookResponse } from '#libs/webhooks/webhooks.dto';
import { WebhooksService } from '#libs/webhooks/webhooks.service';

const access = 'webhook.write' as const;

@ApiTags('Webhooks')
@ApiParam({ name: 'siteId' })
@ApiParam({ name: 'webhookId' })
@Controller('sites/:siteId/webhooks/:webhookId')
export class WebhookDeliveriesController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Post('test')
  @Operation({
    summary: 'Send a test to a webhook',
    description:
      'An event of the type `webhook.test`, sent once within seconds, also while the webhook is off. Its delivery ' +
      'shows the result.',
    access,
    response: DeliveryResponse,
    addition: true,
  })
  test(@Access() site: SiteAccess, @IdParam('webhookId') id: string): Promise<DeliveryResponse> {
    return this.deliveries.test(site, id);
  }

  @Post('replay')
  @Operation({
    summary: 'Send everything after a cursor again',
    access,
    response: WebhookResponse,
    addition: true,
    example: { after: 'AAAAAAAAAAAAAAAAAAAA' },
    errors: ['validation_failed', 'cursor_gone'],
  })
  async replay(
    @Access() site: SiteAccess,
    @IdParam('webhookId') id: string,
    @Body() { after }: ReplayRequest,
  ): Promise<WebhookResponse> {
    await this.deliveries.replay(site, id, after);
    return this.webhooks.get(site, id);
  }

  @Get('deliveries')
  @Operation({
    summary: 'List the deliveries of a webhook',
    description: 'Kept for 7 days after it arrived, and for 30 days after it failed.',
    access,
    response: DeliveryPage,
    addition: true,
    errors: ['invalid_query'],
  })
  list(
    @Access() site: SiteAccess,
    @IdParam('webhookId') id: string,
    @Query() query: ListDeliveriesQuery,
  ): Promise<DeliveryPage> {
    return this.deliveries.list(site, id, query);
  }

  @Post('deliveries/:deliveryId/resend')
  @ApiParam({ name: 'deliveryId' })
  @Operation({ summary: 'Send an event to a webhook again', access, response: DeliveryResponse, addition: true })
  resend(
    @Access() site: SiteAccess,
    @IdParam('webhookId') id: string,
    @IdParam('deliveryId') deliveryId: string,
  ): Promise<DeliveryResponse> {
    return this.deliveries.resend(site, id, deliveryId);
  }
}
