import type { Sql } from '#libs/core/database/transaction';
import type { DeliveryResponse } from '#libs/webhooks/deliveries.dto';
import { columnList, columnsAs, insertInto } from '#libs/core/database/columns';
import { WebhookDelivery } from '#libs/webhooks/webhook-delivery.entity';

const DELIVERY = `${columnsAs(WebhookDelivery, { _id: 'id', event: 'eventId' }, 'd')}, ${columnList(WebhookDelivery, 'type state attempts', 'd')},
  CASE WHEN d.state = 'waiting' THEN d.next_at END AS next_at,
  ${columnList(WebhookDelivery, 'status durationMs response error createdAt endedAt', 'd')}`;
const OF_WEBHOOK = 'd.site_id = $1 AND d.webhook_id = $2';

const LIST = `
SELECT ${DELIVERY} FROM webhook_deliveries d
WHERE ${OF_WEBHOOK} AND ($3::text IS NULL OR d.state = $3) AND ($4::uuid IS NULL OR d.id < $4)
ORDER BY d.id DESC LIMIT $5`;
/** Deliveries of a webhook, the latest first, those before one. */
export const listDeliveries = (
  sql: Sql,
  siteId: string,
  webhookId: string,
  { state, cursor, limit }: { state?: string | undefined; cursor?: string | undefined; limit: number },
) => sql.rows<DeliveryResponse>(LIST, [siteId, webhookId, state ?? null, cursor ?? null, limit]);

export interface NewDelivery {
  id: string;
  event_id: string;
  /** Null for a test. */
  position: string | null;
  type: string;
}

const ADD = `
${insertInto(WebhookDelivery, 'siteId webhookId id eventId position type', 'd')}
SELECT $1, $2, n.id, n.event_id, n.position, n.type
FROM jsonb_to_recordset($3) AS n (id uuid, event_id uuid, position bigint, type text) ORDER BY n.id
RETURNING ${DELIVERY}`;
/** Writes down what is to be sent. */
export const addDeliveries = (sql: Sql, siteId: string, webhookId: string, deliveries: NewDelivery[]) =>
  sql.rows<DeliveryResponse>(ADD, [siteId, webhookId, JSON.stringify(deliveries)]);

const AGAIN = `
${insertInto(WebhookDelivery, 'siteId webhookId id eventId position type', 'd')}
SELECT ${columnList(WebhookDelivery, 'siteId webhookId', 'o')}, $4, ${columnList(WebhookDelivery, 'eventId position type', 'o')} FROM webhook_deliveries o
WHERE o.site_id = $1 AND o.webhook_id = $2 AND o.id = $3
RETURNING ${DELIVERY}`;
/** Puts what was sent once in line again, as another delivery of the same event; undefined when there is no such delivery. */
export const addAgain = async (sql: Sql, siteId: string, webhookId: string, id: string, newId: string) =>
  (await sql.rows<DeliveryResponse>(AGAIN, [siteId, webhookId, id, newId]))[0];
