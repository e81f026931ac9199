import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { Clock } from '#libs/core/time/clock';
import { EventsService } from '#libs/events/events.service';
import type { DeliveryPage, DeliveryResponse, ListDeliveriesQuery } from '#libs/webhooks/deliveries.dto';
import { addAgain, addDeliveries, listDeliveries } from '#libs/webhooks/deliveries.queries';
import { setPosition } from '#libs/webhooks/sending/delivering.queries';
import { webhookExists } from '#libs/webhooks/webhooks.queries';

export const PING = 'webhook.test';

/** The deliveries of webhooks, and sending them again. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventsService,
  ) {}

  /** @throws NotFound, InvalidField */
  async list(access: SiteAccess, id: string, { state, limit, cursor }: ListDeliveriesQuery): Promise<DeliveryPage> {
    if (cursor !== undefined && !isId(cursor))
      throw new InvalidField('invalid_query', 'cursor', 'must be next_cursor of another page');
    await this.requireWebhook(access, id);
    const rows = await listDeliveries(this.database, access.site.id, id, { state, cursor, limit: limit + 1 });
    const data = rows.slice(0, limit);
    return { data, next_cursor: rows.length > limit ? (data.at(-1)?._id ?? null) : null };
  }

  /** Sends an event that says nothing, once, also while the webhook is off. @throws NotFound */
  async test(access: SiteAccess, id: string): Promise<DeliveryResponse> {
    await this.requireWebhook(access, id);
    const ping = { id: newId(), event_id: newId(), position: null, type: PING };
    return required((await whileThere(() => addDeliveries(this.database, access.site.id, id, [ping])))[0]);
  }

  /** @throws NotFound */
  resend = async ({ site }: SiteAccess, id: string, deliveryId: string): Promise<DeliveryResponse> =>
    required(await whileThere(() => addAgain(this.database, site.id, id, deliveryId, newId())));

  /** Sends everything after a cursor, also what was sent before. @throws NotFound, InvalidField, DomainError `cursor_gone` */
  async replay(access: SiteAccess, id: string, after: string): Promise<void> {
    const { site, caller } = access;
    await this.requireWebhook(access, id);
    const { position } = await this.events.startOf([access], after, '/after', 'validation_failed');
    await this.database.transaction(async (tx) => {
      await setPosition(tx, { site_id: site.id, id }, position);
      const changes = [{ field: 'after', from: null, to: after }];
      const auditEntry = { siteId: site.id, subjectKind: 'webhook' as const, subjectId: id, changes };
      await recordAudit(tx, caller, this.clock.now(), { ...auditEntry, action: 'webhook.replayed' });
    });
  }

  private async requireWebhook({ site }: SiteAccess, id: string): Promise<void> {
    if (!(await webhookExists(this.database, site.id, id))) throw new NotFound('The webhook');
  }
}

/** A write for a webhook, which another request may delete meanwhile. @throws NotFound */
const whileThere = <T>(write: () => Promise<T>): Promise<T> =>
  mapConstraintErrors({ webhook_deliveries_webhook_1: () => new NotFound('The webhook') }, write);

function required(delivery: DeliveryResponse | undefined): DeliveryResponse {
  if (!delivery) throw new NotFound('The delivery');
  return delivery;
}
