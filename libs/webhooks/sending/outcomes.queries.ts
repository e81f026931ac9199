import { update } from '#libs/core/database/columns';
import type { Sql } from '#libs/core/database/transaction';
import { WebhookDelivery } from '#libs/webhooks/webhook-delivery.entity';
import { Webhook } from '#libs/webhooks/webhook.entity';
import type { Claimed, SenderId } from '#libs/webhooks/sending/delivering.queries';
import type { Sent } from '#libs/webhooks/sending/post';

/** The pauses after each attempt that failed; after the last there is no other. */
export const PAUSES_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** How long all attempts may fail before nothing is sent any more. */
export const FAILING_DAYS = 5;

export const isSuccess = ({ status }: Sent): boolean => status !== null && status >= 200 && status < 300;

// Receivers that failed together are not tried again together.
const withJitter = (seconds: number): number => seconds * (0.9 + Math.random() * 0.2);

const ATTEMPTED = {
  state: '$4',
  status: '$5',
  durationMs: '$6',
  response: '$7',
  error: '$8',
  nextAt: `CASE WHEN $4 = 'waiting' THEN now() + $9 * interval '1 second' ELSE next_at END`,
  endedAt: `CASE WHEN $4 <> 'waiting' THEN now() END`,
};
const NOTE = `
${update(WebhookDelivery, ATTEMPTED)}
WHERE site_id = $1 AND webhook_id = $2 AND id = $3 AND state = 'waiting'`;

/** Writes down what became of an attempt, and when the next one is. A test has one only. */
export async function noteAttempt(sql: Sql, { site_id, id }: SenderId, claimed: Claimed, sent: Sent): Promise<void> {
  const pause = claimed.position === null ? undefined : PAUSES_SECONDS[claimed.attempts - 1];
  const state = isSuccess(sent) ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
  const { status, durationMs, response, error } = sent;
  await sql.rows(NOTE, [site_id, id, claimed.id, state, status, durationMs, response, error, withJitter(pause ?? 0)]);
}

const WORKS = `
${update(Webhook, { failingSince: 'NULL', failures: '0', resumeAt: 'now()' })}
WHERE site_id = $1 AND id = $2 AND failing_since IS NOT NULL`;
/** The receiver took something. */
export const noteSuccess = (sql: Sql, { site_id, id }: SenderId) => sql.rows(WORKS, [site_id, id]);

// Deliveries to an unavailable receiver wait with it, and use up no attempt. The first pause is that of a delivery.
const FAILED = {
  failingSince: 'coalesce(failing_since, now())',
  failures: 'failures + 1',
  resumeAt: `now() + least(300, 4 * 2 ^ least(failures, 10)) * interval '1 second'`,
};
const FAILS = `${update(Webhook, FAILED)} WHERE site_id = $1 AND id = $2`;
/** The receiver took nothing. */
export const noteFailure = (sql: Sql, { site_id, id }: SenderId) => sql.rows(FAILS, [site_id, id]);

const DISABLE = `
${update(Webhook, { enabled: 'false', disabledReason: '$3', version: 'version + 1', updatedAt: '$4' })}
WHERE site_id = $1 AND id = $2 AND enabled AND ($3 = 'gone' OR failing_since < now() - interval '${FAILING_DAYS} days') RETURNING id`;
/** Switches a webhook off, for a reason that still holds. */
export const disableWebhook = async (
  sql: Sql,
  { site_id, id }: SenderId,
  reason: 'gone' | 'failing',
  at: Date,
): Promise<boolean> => (await sql.rows(DISABLE, [site_id, id, reason, at])).length > 0;

const ADMINS = `
SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
WHERE m.site_id = $1 AND m.role = 'admin' AND u.disabled_at IS NULL`;
/** The administrators of a site. */
export const findAdmins = (sql: Sql, siteId: string) => sql.rows<{ id: string; email: string }>(ADMINS, [siteId]);
