import type { Config } from '#libs/core/config/config';
import { pingRedis } from '#libs/core/limits/redis-windows';
import { Mailer } from '#libs/core/mail/mailer';
import { queueHealth } from '#libs/core/queue/queue-health';
import { type Finding, fault, ok, warning } from '#apps/cli/doctor/finding';

const reason = (error: unknown): string => (error as Error).message;

/** Whether the mail server takes us in, or the folder can be written. Sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  try {
    await new Mailer(config).verify();
    return [ok('Mail can be sent.')];
  } catch (error) {
    return [fault(`Mail cannot be sent (${reason(error)})`, 'Check MAIL_URL: host, port, user and password.')];
  }
}

/** Whether workers run, and whether jobs wait or failed. */
export async function checkQueue(config: Config): Promise<Finding[]> {
  const start = 'Start a worker: node dist/apps/worker/main.js';
  let health: Awaited<ReturnType<typeof queueHealth>>;
  try {
    health = await queueHealth(config);
  } catch (error) {
    const fix = `Check ${config.REDIS_URL ? 'REDIS_URL' : 'DATABASE_URL'}, and that the server runs and lets you in.`;
    return [fault(`The queues do not answer (${reason(error)}): no job is done`, fix)];
  }
  return health.flatMap(({ name, workers, waiting, failed }) => [
    workers > 0
      ? ok(`The queue ${name} has ${workers} workers, ${waiting} jobs wait.`)
      : warning(`The queue ${name} has no worker, and ${waiting} jobs wait`, start),
    ...(failed > 0
      ? [warning(`${failed} jobs of the queue ${name} failed`, 'The log of the worker says why, as: job failed')]
      : []),
  ]);
}

/** Whether Redis responds, if it is configured to share the limits. */
export async function checkRedis({ REDIS_URL }: Config): Promise<Finding[]> {
  if (!REDIS_URL) return [];
  try {
    await pingRedis(REDIS_URL);
    return [ok('Redis answers; all instances share their limits.')];
  } catch (error) {
    const what = `Redis does not answer (${reason(error)}): each instance counts for itself`;
    return [warning(what, 'Check REDIS_URL, or remove it when there is one instance only.')];
  }
}
