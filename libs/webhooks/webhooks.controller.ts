import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import {
  CreateWebhookRequest,
  UpdateWebhookRequest,
  WebhookResponse,
  WebhookWithSecretResponse,
} from '#libs/webhooks/webhooks.dto';
import { MOST_WEBHOOKS, WebhooksService } from '#libs/webhooks/webhooks.service';

const access = 'webhook.write' as const;

@ApiTags('Webhooks')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Operation({ summary: 'List the webhooks of a site', access, response: [WebhookResponse], addition: true })
  list(@Access() site: SiteAccess): Promise<WebhookResponse[]> {
    return this.webhooks.list(site);
  }

  @Post()
  @Operation({
    summary: 'Have events sent to an address',
    description:
      'Sends each event of the site from now on, at least once, as `data` of a signed body, by the specification ' +
      'Standard Webhooks. ' +
      `The secret is shown once. A site has at most ${MOST_WEBHOOKS} webhooks.`,
    access,
    response: WebhookWithSecretResponse,
    addition: true,
    example: { url: 'https://doors.example/lodge', types: ['booking.checked_in', 'booking.checked_out'] },
    errors: ['invalid_webhook_url', 'webhook_limit'],
  })
  create(@Access() site: SiteAccess, @Body() body: CreateWebhookRequest): Promise<WebhookWithSecretResponse> {
    return this.webhooks.create(site, body);
  }

  @Get(':webhookId')
  @ApiParam({ name: 'webhookId' })
  @Operation({ summary: 'Read a webhook', access, response: WebhookResponse, addition: true })
  get(@Access() site: SiteAccess, @IdParam('webhookId') id: string): Promise<WebhookResponse> {
    return this.webhooks.get(site, id);
  }

  @Patch(':webhookId')
  @ApiParam({ name: 'webhookId' })
  @Operation({
    summary: 'Change a webhook',
    access,
    response: WebhookResponse,
    addition: true,
    example: { description: 'The doors of South House' },
    errors: ['invalid_webhook_url', 'version_mismatch'],
  })
  update(
    @Access() site: SiteAccess,
    @IdParam('webhookId') id: string,
    @Body() body: UpdateWebhookRequest,
    @IfMatch() version?: number,
  ): Promise<WebhookResponse> {
    return this.webhooks.update(site, id, body, version);
  }

  @Delete(':webhookId')
  @ApiParam({ name: 'webhookId' })
  @Operation({ summary: 'Delete a webhook and its deliveries', access, response: SuccessResponse, addition: true })
  async remove(@Access() site: SiteAccess, @IdParam('webhookId') id: string): Promise<SuccessResponse> {
    await this.webhooks.remove(site, id);
    return { success: true };
  }

  @Post(':webhookId/rotate-secret')
  @ApiParam({ name: 'webhookId' })
  @Operation({
    summary: 'Make a new secret for a webhook',
    description:
      'For 24 hours, requests are also signed with the old secret. The new one is shown once. During these hours another ' +
      'rotation is refused, because the receiver may still use the old secret. If the new secret is lost or known to others, ' +
      'create another webhook and delete this one.',
    access,
    response: WebhookWithSecretResponse,
    addition: true,
    errors: ['secret_rotated'],
  })
  rotate(@Access() site: SiteAccess, @IdParam('webhookId') id: string): Promise<WebhookWithSecretResponse> {
    return this.webhooks.rotate(site, id);
  }
}
