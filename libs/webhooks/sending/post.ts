import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, PrivateAddress } from '#libs/webhooks/sending/public-address';

const TIMEOUT_MS = 10_000;
const MOST_READ = 65_536;
const KEPT = 1_024;

export interface Sent {
  status: number | null;
  durationMs: number;
  /** The beginning of the response. */
  response: string | null;
  error: string | null;
}

export interface Rules {
  isAllowed: (address: string) => boolean;
  lookup: LookupFunction;
  httpsOnly?: boolean;
  /** Ends what is under way. */
  stopping?: AbortSignal;
  timeoutMs?: number;
}

/** The process stops, and what became of the request is not known. */
export class Stopped extends Error {}

/**
 * Posts a body to an address that may be reached, follows no redirect, reads at most 64 KiB of the response, and takes 10 s at most.
 * Whatever goes wrong is in what it returns.
 * @throws Stopped when the process was signalled to stop
 */
export async function post(url: string, headers: Record<string, string>, body: string, rules: Rules): Promise<Sent> {
  const began = performance.now();
  const ended = (what: Partial<Sent>): Sent => ({
    status: null,
    response: null,
    error: null,
    ...what,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    return ended(await exchange(targetOf(url, rules), headers, body, rules));
  } catch (error) {
    if (rules.stopping?.aborted) throw new Stopped();
    return ended({ error: reasonOf(error as NodeJS.ErrnoException, rules) });
  }
}

function targetOf(url: string, { httpsOnly, isAllowed }: Rules): URL {
  const target = new URL(url);
  if (httpsOnly && target.protocol !== 'https:') throw new PrivateAddress('the address is not https');
  const host = hostOf(target);
  // A socket does not look an address up, and would go there unseen.
  if (isIP(host) && !isAllowed(host)) throw new PrivateAddress();
  return target;
}

function exchange(
  target: URL,
  headers: Record<string, string>,
  body: string,
  { lookup, stopping, timeoutMs = TIMEOUT_MS }: Rules,
): Promise<Pick<Sent, 'status' | 'response'>> {
  const { request } = target.protocol === 'https:' ? https : http;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    // No agent: a connection that was kept would not be checked again.
    const options = { method: 'POST', headers: { ...headers, ...length }, agent: false as const, lookup, signal };
    const sent = request(target, options, (answer) => {
      readStart(answer)
        .then((response) => resolve({ status: answer.statusCode ?? null, response }), reject)
        .finally(() => sent.destroy());
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The first KiB of a response, of which no more than 64 are read. */
async function readStart(answer: http.IncomingMessage): Promise<string> {
  const start: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (bytes < KEPT) start.push(chunk.subarray(0, KEPT - bytes));
    bytes += chunk.length;
    if (bytes >= MOST_READ) break;
  }
  return Buffer.concat(start).toString('utf8').replaceAll('\u0000', '');
}

function reasonOf(error: NodeJS.ErrnoException, { timeoutMs = TIMEOUT_MS }: Rules): string {
  if (error instanceof PrivateAddress) return error.message;
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `there was no response within ${timeoutMs / 1_000} s`;
  return error.code ?? 'the connection failed';
}
