import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { addIdempotencyKeys, withRetries } from './retries.js';
import type { components, paths } from './schema.js';

export { followEvents } from './events.js';
export { InvalidWebhook, verifyWebhook, type WebhookPayload } from './webhooks.js';
export { everyBooking, LodgeError, unwrap, uploadAvatar } from './helpers.js';
export type { components, paths };
/** The shape of a record, such as `Schema<'BookingResponse'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
export type Problem = Schema<'ProblemResponse'>;
export type LodgeClient = Client<paths>;

interface Options {
  /** Where Lodge is, such as `https://lodge.example`. */
  baseUrl: string;
  /** Another way to send a request, for one attempt. */
  fetch?: typeof globalThis.fetch;
}

/**
 * A typed client of Lodge: `lodge.GET('/bookings', { params: { query: { site } } })`. Each call answers `data`, or
 * `error` with the problem document. What can safely be sent again is, when the service is busy or the connection breaks. Log in with `POST /users/sessions`: in a browser the browser keeps the cookies, elsewhere
 * the client does.
 */
export function createLodgeClient({ baseUrl, fetch = globalThis.fetch }: Options): LodgeClient {
  const client = createClient<paths>({ baseUrl, fetch: withRetries(fetch), credentials: 'include' });
  client.use(addIdempotencyKeys);
  if (!('document' in globalThis)) client.use(keepCookies());
  return client;
}

function keepCookies(): Middleware {
  const jar = new Map<string, string>();
  return {
    onRequest({ request }) {
      if (jar.size > 0) request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    },
    onResponse({ response }) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
    },
  };
}
