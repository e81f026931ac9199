import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '#libs/core/config/config';

const PREFIX = 'whsec_';

/** A new secret, in the form of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** For what the secrets of a webhook are sealed. */
export const purposeOf = (id: string, { JWT_SECRET }: Config) => ({ use: 'webhook secrets', id, secret: JWT_SECRET });

/** The headers by which a receiver knows who sent a body, and that it is the same: one signature for each secret that is valid. */
export function signedHeaders(id: string, body: string, secrets: string[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
