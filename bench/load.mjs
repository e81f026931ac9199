// The load: a number of connections, each sending its next request when the last one is answered.
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';

/** One request, whose response is read to its end and discarded. */
function send(pool, request, cookie) {
  const options = {
    method: request.method ?? 'GET',
    path: request.path,
    headers: { cookie, ...(request.body && { 'content-type': 'application/json' }) },
    body: request.body && JSON.stringify(request.body),
  };
  return new Promise((resolve, reject) => {
    let status = 0;
    let bytes = 0;
    let text = '';
    pool.dispatch(options, {
      onConnect: () => undefined,
      onHeaders: (code) => ((status = code), true),
      onData: (chunk) => ((bytes += chunk.length), (status >= 400 || request.keep) && (text += chunk), true),
      onComplete: () => resolve({ status, bytes, text }),
      onError: reject,
    });
  });
}

/** Opens the connections to a server. */
export const connectTo = (server, connections) => new Pool(server.origin, { connections, pipelining: 1, bodyTimeout: 600_000, headersTimeout: 600_000 }); // prettier-ignore

/** @throws when a response does not have the expected status, with its body */
export async function call(pool, request, cookie) {
  const began = performance.now();
  const answer = await send(pool, request, cookie);
  const expected = request.expect ?? [200];
  if (!expected.includes(answer.status))
    throw new Error(`${request.method ?? 'GET'} ${request.path} answered ${answer.status}: ${answer.text}`);
  return { ...answer, ms: performance.now() - began };
}

/** Lets `next` be sent over all connections for a time: how many a second, how long each took, and the server's CPU. */
export async function loadFor(server, pool, connections, ms, next, cookie) {
  const before = await server.meter();
  const latencies = [];
  const began = performance.now();
  const until = began + ms;
  const connection = async () => {
    while (performance.now() < until) {
      const request = next();
      const { ms: took } = await call(pool, request, cookie);
      request.done?.();
      latencies.push(took);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - began) / 1000;
  const after = await server.meter();
  return { perSecond: latencies.length / seconds, cpu: (after.cpu - before.cpu) / latencies.length, latencies };
}

export const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
export const median = (numbers) =>
  percentile(
    [...numbers].sort((one, other) => one - other),
    0.5,
  );
