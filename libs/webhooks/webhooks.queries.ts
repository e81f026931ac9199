import type { Sql, Transaction } from '#libs/core/database/transaction';
import { columnList, columnsAs, update } from '#libs/core/database/columns';
import { Webhook } from '#libs/webhooks/webhook.entity';
import type { WebhookResponse } from '#libs/webhooks/webhooks.dto';

// What is written down and not sent, and what is not written down yet.
const LAG = `coalesce(greatest(0, extract(epoch FROM now() - least(
    (SELECT min(d.created_at) FROM webhook_deliveries d WHERE d.site_id = w.site_id AND d.webhook_id = w.id AND d.state = 'waiting'),
    (SELECT j.recorded_at FROM event_journal j WHERE j.site_id = w.site_id AND j.position > w.at_position
     ORDER BY j.position LIMIT 1)))), 0)::int`;
const WAITING = `(
    SELECT count(*)::int FROM webhook_deliveries d WHERE d.site_id = w.site_id AND d.webhook_id = w.id AND d.state = 'waiting')`;

const WEBHOOK = `
SELECT ${columnsAs(Webhook, { _id: 'id', site: 'siteId' }, 'w')},
  ${columnList(Webhook, 'url description types role enabled disabledReason failingSince', 'w')},
  ${WAITING} AS waiting, ${LAG} AS lag_seconds,
  CASE WHEN w.previous_until > now() THEN w.previous_until END AS previous_secret_until, ${columnList(Webhook, 'version createdAt updatedAt', 'w')}
FROM webhooks w WHERE w.site_id = $1`;

export const listWebhooks = (sql: Sql, siteId: string) =>
  sql.rows<WebhookResponse>(`${WEBHOOK} ORDER BY w.created_at, w.id`, [siteId]);

export const findWebhook = async (sql: Sql, siteId: string, id: string): Promise<WebhookResponse | undefined> =>
  (await sql.rows<WebhookResponse>(`${WEBHOOK} AND w.id = $2`, [siteId, id]))[0];

const LOCK_WEBHOOKS = `SELECT pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::uuid, 0))`;
const COUNT = 'SELECT count(*)::int AS count FROM webhooks WHERE site_id = $1';
/** How many webhooks a site has. Nobody makes another one until the end of the transaction. */
export async function lockedCount(tx: Transaction, siteId: string): Promise<number> {
  await tx.rows(LOCK_WEBHOOKS, [siteId]);
  const [{ count = 0 } = {}] = await tx.rows<{ count: number }>(COUNT, [siteId]);
  return count;
}

const EXISTS = 'SELECT FROM webhooks WHERE site_id = $1 AND id = $2';
export const webhookExists = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(EXISTS, [siteId, id])).length > 0;

const ROTATED = {
  previousSecret: 'secret',
  previousUntil: `now() + $4 * interval '1 hour'`,
  secret: '$3',
  version: 'version + 1',
  updatedAt: '$5',
};
const ROTATE = `
${update(Webhook, ROTATED)}
WHERE site_id = $1 AND id = $2 AND (previous_until IS NULL OR previous_until <= now()) RETURNING id`;
/** Puts a new secret in the place of the last one, which stays valid for some hours. False when that has one before it that is still valid. */
export const rotateSecret = async (
  sql: Sql,
  siteId: string,
  id: string,
  { sealed, hours, at }: { sealed: Buffer; hours: number; at: Date },
): Promise<boolean> => (await sql.rows(ROTATE, [siteId, id, sealed, hours, at])).length > 0;

/** Webhooks that are on, of those such as fail, and such as Lodge switched off; deliveries that wait; the longest lag in seconds. */
export interface WebhookCounts {
  on: number;
  failing: number;
  switched_off: number;
  waiting: number;
  lag_seconds: number;
}

const count = (where: string): string => `
SELECT count(*) FILTER (WHERE enabled)::int AS "on", count(*) FILTER (WHERE enabled AND failing_since IS NOT NULL)::int AS failing,
  count(*) FILTER (WHERE disabled_reason IS NOT NULL)::int AS switched_off, coalesce(sum(waiting), 0)::int AS waiting,
  coalesce(max(lag_seconds) FILTER (WHERE enabled), 0)::int AS lag_seconds
FROM (SELECT ${columnList(Webhook, 'enabled failingSince disabledReason', 'w')}, ${WAITING} AS waiting, ${LAG} AS lag_seconds FROM webhooks w ${where}) counted`;
export const COUNT_WEBHOOKS = count('');
const COUNT_OF_SITE = count('WHERE w.site_id = $1');

/** How the webhooks of a site are. */
export async function countWebhooksOf(sql: Sql, siteId: string): Promise<WebhookCounts> {
  const [counts] = await sql.rows<WebhookCounts>(COUNT_OF_SITE, [siteId]);
  if (!counts) throw new Error('the webhooks were not counted');
  return counts;
}
