import type { Sql } from '#libs/core/database/transaction';
import type { DayWebhooksResponse } from '#libs/bookings/day/day.dto';

const COUNT = `
SELECT count(*) FILTER (WHERE w.enabled)::int AS "on", count(*) FILTER (WHERE w.enabled AND w.failing_since IS NOT NULL)::int AS failing,
  count(*) FILTER (WHERE w.disabled_reason IS NOT NULL)::int AS switched_off, coalesce(sum(d.waiting), 0)::int AS waiting,
  coalesce(greatest(0, extract(epoch FROM now() - min(least(d.oldest, j.recorded_at)) FILTER (WHERE w.enabled))), 0)::int AS lag_seconds
FROM webhooks w
CROSS JOIN LATERAL (
  SELECT count(*) AS waiting, min(created_at) AS oldest FROM webhook_deliveries d
  WHERE d.site_id = w.site_id AND d.webhook_id = w.id AND d.state = 'waiting') d
LEFT JOIN LATERAL (
  SELECT recorded_at FROM event_journal j WHERE j.site_id = w.site_id AND j.position > w.at_position ORDER BY position LIMIT 1) j ON true
WHERE w.site_id = $1`;

/** How the webhooks of a site are. */
export async function countWebhooksOf(sql: Sql, siteId: string): Promise<DayWebhooksResponse> {
  const [counts] = await sql.rows<DayWebhooksResponse>(COUNT, [siteId]);
  if (!counts) throw new Error('the webhooks were not counted');
  return counts;
}
