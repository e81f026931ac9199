import type { Client } from 'pg';
import { COUNT_WEBHOOKS, type WebhookCounts } from '#libs/webhooks/webhooks.queries';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';

const LATE_SECONDS = 900;
const FIX = 'GET /sites/{siteId}/webhooks shows which; its deliveries show what the receiver returned.';

/** Whether receivers of webhooks take what they are sent. */
export async function checkWebhooks(database: Client): Promise<Finding[]> {
  const { rows } = await database.query<WebhookCounts>(COUNT_WEBHOOKS);
  const { on = 0, failing = 0, switched_off = 0, waiting = 0, lag_seconds = 0 } = rows[0] ?? {};
  const late = lag_seconds > LATE_SECONDS;
  if (failing === 0 && switched_off === 0 && !late)
    return [ok(`${on} webhooks are served; ${waiting} deliveries wait.`)];
  return [
    ...(failing > 0 ? [warning(`${failing} webhooks fail; ${waiting} deliveries wait`, FIX)] : []),
    ...(switched_off > 0 ? [warning(`${switched_off} webhooks were switched off by Lodge`, FIX)] : []),
    ...(late
      ? [warning(`A webhook is ${Math.round(lag_seconds / 60)} minutes behind`, `See that a worker runs. ${FIX}`)]
      : []),
  ];
}
