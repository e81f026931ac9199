import type { Role } from '#libs/accounts/access/permissions';
import { columnList, update } from '#libs/core/database/columns';
import type { Sql } from '#libs/core/database/transaction';
import { WebhookDelivery } from '#libs/webhooks/webhook-delivery.entity';
import { Webhook } from '#libs/webhooks/webhook.entity';

/** The most deliveries that are written for an unavailable receiver; its position in the journal waits. */
export const MOST_WAITING = 1_000;

/** A webhook as its sender needs it. */
export interface Sender {
  site_id: string;
  id: string;
  url: string;
  types: string[];
  role: Role;
  secret: Buffer;
  previous_secret: Buffer | null;
  at_position: string;
}

export type SenderId = Pick<Sender, 'site_id' | 'id'>;

const ID = columnList(Webhook, 'siteId id', 'w');
const COLUMNS = `${ID}, ${columnList(Webhook, 'url types role secret atPosition', 'w')},
  CASE WHEN w.previous_until > now() THEN w.previous_secret END AS previous_secret`;

const HAS_ROOM = `(
  SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.site_id = w.site_id AND d.webhook_id = w.id AND d.state = 'waiting'
    LIMIT ${MOST_WAITING}) d) < ${MOST_WAITING}`;

const BEHIND = `
SELECT ${ID} FROM webhooks w WHERE w.enabled AND EXISTS (
  SELECT FROM event_journal j WHERE j.site_id = w.site_id AND j.position > w.at_position) AND ${HAS_ROOM}`;
/** Webhooks for which not the whole journal of their site is written down, and more can be. */
export const findBehind = (sql: Sql) => sql.rows<SenderId>(BEHIND);

const FIND = `SELECT ${COLUMNS} FROM webhooks w WHERE w.site_id = $1 AND w.id = $2`;
export const findSender = async (sql: Sql, siteId: string, id: string): Promise<Sender | undefined> =>
  (await sql.rows<Sender>(FIND, [siteId, id]))[0];

const LOCK = `${FIND} AND w.enabled FOR NO KEY UPDATE SKIP LOCKED`;
/** A webhook, locked; undefined while another worker has it, or when it is off. */
export const lockSender = async (sql: Sql, { site_id, id }: SenderId): Promise<Sender | undefined> =>
  (await sql.rows<Sender>(LOCK, [site_id, id]))[0];

const SET_POSITION = `${update(Webhook, { atPosition: '$3' })} WHERE site_id = $1 AND id = $2`;
/** Writes down up to where the journal was read for a webhook, or from where it is read again. */
export const setPosition = (sql: Sql, { site_id, id }: SenderId, position: string) =>
  sql.rows(SET_POSITION, [site_id, id, position]);

// A test is sent also while the webhook is off.
const MAY_SEND = (delivery: string) => `(${delivery}.position IS NULL OR w.enabled AND w.resume_at <= now())`;

const DUE = `
SELECT ${ID} FROM webhooks w WHERE EXISTS (
  SELECT FROM webhook_deliveries d WHERE d.site_id = w.site_id AND d.webhook_id = w.id AND d.state = 'waiting' AND d.next_at <= now()
    AND ${MAY_SEND('d')})`;
/** Webhooks for which something is due. */
export const findDue = (sql: Sql) => sql.rows<SenderId>(DUE);

export interface Claimed {
  id: string;
  event_id: string;
  position: string | null;
  type: string;
  attempts: number;
}

// Longer than any attempt: a delivery without a result by then was taken by a process that has ended.
const LEASE = `interval '1 minute'`;
const CLAIM = `
${update(WebhookDelivery, { attempts: 'd.attempts + 1', nextAt: `now() + ${LEASE}` }, 'd')}
FROM (
  SELECT c.id FROM webhook_deliveries c JOIN webhooks w ON w.site_id = c.site_id AND w.id = c.webhook_id
  WHERE c.site_id = $1 AND c.webhook_id = $2 AND c.state = 'waiting' AND c.next_at <= now() AND ${MAY_SEND('c')}
  ORDER BY c.next_at, c.id LIMIT $3 FOR UPDATE OF c SKIP LOCKED) due
WHERE d.site_id = $1 AND d.webhook_id = $2 AND d.id = due.id
RETURNING ${columnList(WebhookDelivery, 'id eventId position type attempts', 'd')}`;
/** Takes deliveries that are due, so that no other worker sends them. */
export const claimDeliveries = (sql: Sql, siteId: string, webhookId: string, most: number) =>
  sql.rows<Claimed>(CLAIM, [siteId, webhookId, most]);

const RELEASE = `
${update(WebhookDelivery, { attempts: 'attempts - 1', nextAt: 'now()' })}
WHERE site_id = $1 AND webhook_id = $2 AND id = $3 AND state = 'waiting' AND attempts = $4`;
/** Gives back what was taken and not sent to its end, since the process stops. */
export const releaseDelivery = (sql: Sql, { site_id, id }: SenderId, { id: deliveryId, attempts }: Claimed) =>
  sql.rows(RELEASE, [site_id, id, deliveryId, attempts]);
