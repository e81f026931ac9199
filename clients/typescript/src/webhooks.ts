import type { components } from './schema.js';

/** What a webhook gets: the event as the feed has it, or for a test its id and type only. */
export interface WebhookPayload {
  type: string;
  timestamp: string;
  data: components['schemas']['EventResponse'];
}

interface Request {
  /** The bytes of the body as they came, or their text; not JSON that was read and written again. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the webhook, `whsec_...`; after a rotation both, as long as you know only the old one in places. */
  secret: string | string[];
  /** How old a request may be; by default 300 seconds. */
  toleranceSeconds?: number;
}

/** A request that is not from the webhook whose secret this is, was changed on its way, or is too old. */
export class InvalidWebhook extends Error {
  override name = 'InvalidWebhook';
}

/**
 * The payload of a request, when it is from the webhook that has the secret. `webhook-id` is `data.id`: leave out what you have dealt with.
 * @throws InvalidWebhook
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
}: Request): Promise<WebhookPayload> {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !given) throw new InvalidWebhook('a header of the signature is missing');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new InvalidWebhook('the request is too old, or from the future');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const signatures = given.split(' ').flatMap((each) => (each.startsWith('v1,') ? [fromBase64(each.slice(3))] : []));
  for (const key of await Promise.all([secret].flat().map(keyOf))) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return payloadOf(bytes);
    }
  }
  throw new InvalidWebhook('no signature is that of the secret');
}

function payloadOf(bytes: Uint8Array): WebhookPayload {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload;
  } catch {
    throw new InvalidWebhook('the body is signed, but is not JSON');
  }
}

function headerOf(headers: Request['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

async function keyOf(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new InvalidWebhook('the secret must be that of the webhook, whsec_...');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function joined(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(start.length + end.length);
  all.set(start);
  all.set(end, start.length);
  return all;
}
