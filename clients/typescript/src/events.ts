import type { Client } from 'openapi-fetch';
import { LodgeError, unwrap } from './helpers.js';
import type { components, paths } from './schema.js';

type Problem = components['schemas']['ProblemResponse'];
type Event = components['schemas']['EventResponse'];

interface Following {
  site: string;
  /** The cursor of the last event that was dealt with; without it, from now on. */
  after?: string;
  /** Types of events, such as `booking.created` or `booking.*`. */
  types?: string[];
  /** Ends it. */
  signal?: AbortSignal;
}

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 30_000];
const REMEMBERED = 10_000;
const AGAIN = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Every event of a site as it happens, each once and in order. When the connection ends it comes again after the last event,
 * at longer and longer intervals while that fails. Keep `event.cursor` after you have dealt with an event, and give it as `after` when
 * you begin again.
 * @throws LodgeError with the problem document when it cannot go on: without access, or with `cursor_gone`
 */
export async function* followEvents(lodge: Client<paths>, following: Following): AsyncGenerator<Event> {
  const seen = new Set<string>();
  const at = { cursor: following.after };
  for (let failures = 0; !following.signal?.aborted; failures++) {
    try {
      for await (const event of read(await open(lodge, following, at.cursor), at)) {
        failures = 0;
        if (seen.has(event.id)) continue;
        remember(seen, event.id);
        yield event;
      }
    } catch (error) {
      if (following.signal?.aborted) return;
      if (error instanceof LodgeError) throw error;
    }
    await wait(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), following.signal);
  }
}

async function open(
  lodge: Client<paths>,
  { site, types, signal }: Following,
  cursor: string | undefined,
  isSecondTry = false,
): Promise<ReadableStream<Uint8Array>> {
  const { data, error, response } = await lodge.GET('/sites/{siteId}/events/stream', {
    params: {
      path: { siteId: site },
      query: types && types.length > 0 ? { type: types.join() } : {},
      header: cursor ? { 'Last-Event-ID': cursor } : {},
    },
    parseAs: 'stream',
    ...(signal && { signal }),
  });
  if (data) return data as unknown as ReadableStream<Uint8Array>;
  if (AGAIN.has(response.status)) throw new Error(`the service returned ${response.status}`);
  const problem = error as unknown as Problem;
  if (response.status !== 401 || isSecondTry) throw new LodgeError(problem);
  // The credential of a session lasts for minutes; that of an API key does not need it.
  await unwrap(lodge.POST('/users/sessions/refresh')).catch(() => {
    throw new LodgeError(problem);
  });
  return open(lodge, { site, ...(types && { types }), ...(signal && { signal }) }, cursor, true);
}

async function* read(stream: ReadableStream<Uint8Array>, at: { cursor: string | undefined }): AsyncGenerator<Event> {
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  try {
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const parts = (text + decoder.decode(chunk.value, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data) yield JSON.parse(data) as Event;
        // Only now: what the caller did not get to see comes again.
        at.cursor = /^id: (.*)$/m.exec(part)?.[1] ?? at.cursor;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
}

// Clients that were cut off together do not come back together.
const wait = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms * (0.5 + Math.random()));
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
