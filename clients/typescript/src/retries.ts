import type { Middleware } from 'openapi-fetch';

const BUSY = new Set([429, 502, 503, 504]);
const SAFE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;

const isRepeatable = (request: Request) => SAFE.has(request.method) || request.headers.has('idempotency-key');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The seconds of Retry-After, or twice as long as the time before. */
const waitAfter = (response: Response | undefined, attempt: number): number => {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : FIRST_WAIT_MS * 2 ** attempt;
};

/** Gives every POST of bookings and students a key, so that sending it again cannot do it twice. */
export const addIdempotencyKeys: Middleware = {
  onRequest({ request }) {
    const path = new URL(request.url).pathname;
    if (
      request.method === 'POST' &&
      /^\/(bookings|students)(\/|$)/.test(path) &&
      !request.headers.has('idempotency-key')
    )
      request.headers.set('idempotency-key', crypto.randomUUID());
  },
};

/**
 * A fetch that sends a request again when the service is busy or the connection breaks, at most four times in all. Only requests
 * whose effect cannot happen twice are sent again: reads, PUT, DELETE, and what carries an `Idempotency-Key`.
 */
export function withRetries(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === ATTEMPTS - 1 || !isRepeatable(request);
      const response = await fetch(request.clone()).catch((error: unknown) => {
        if (isLast) throw error;
        return undefined;
      });
      if (response && (isLast || !BUSY.has(response.status))) return response;
      await response?.body?.cancel();
      await wait(waitAfter(response, attempt));
    }
  };
}
