import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '../support/api-process.js';
import type { Dice } from './dice.js';
import type { Estate, Seat } from './estate.js';

export interface Said {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a spec reads whatever came back
  body: any;
}

export interface Call {
  path: string;
  method?: string;
  body?: object | Buffer;
  headers?: Record<string, string>;
}

/** Calls the apis of an estate as one user, and notes every response that must not be. */
export class ChaosClient {
  readonly violations: string[] = [];
  /** True when the rest is of no interest. */
  isOver = false;
  readonly counts: Record<string, number> = {};
  /** When an api last acknowledged a write, by its place; ms of `performance.now()`, of the moment the request was sent. */
  readonly written = new Map<Seat<ApiProcess>, number>();

  private cookie = '';

  constructor(
    private readonly estate: Estate,
    private readonly email: string,
    private readonly dice: Dice,
  ) {}

  /** Begins a session; the access credential of one lasts an hour. */
  async logIn(): Promise<void> {
    this.cookie = (await this.estate.apis[0]?.runs.logIn(this.email)) ?? '';
  }

  /** The response of one of the apis; undefined where the connection broke because that api was killed. */
  async ask(call: Call, seat = this.dice.one(this.estate.apis)): Promise<Said | undefined> {
    const { disturbances, isDisturbed } = seat;
    const { method = 'GET', path, body } = call;
    const began = performance.now();
    try {
      const response = await this.send(seat.runs.url, call);
      const said = await this.read(response, `${method} ${path}`);
      if (response.ok && method !== 'GET' && body) this.written.set(seat, began);
      return said;
    } catch (error) {
      if (!isDisturbed && seat.disturbances === disturbances) this.violations.push(`${method} ${path} by ${seat.name}: ${String(error)} ${String((error as Error).cause ?? '')}`); // prettier-ignore
      await sleep(50);
      return undefined;
    }
  }

  /** Repeats the request until a response gives its outcome: a success or a refusal. */
  async insist(call: Call): Promise<Said> {
    for (;;) {
      const said = await this.ask(call);
      // The connection of an earlier try may still be at work in PostgreSQL, although its api has given it up.
      const isOpen = said?.status === 503 || said?.body?.code === 'idempotency_in_progress';
      if (said && !isOpen) return said;
      if (this.isOver) throw new Error(`given up: ${call.path}`);
      await sleep(100);
    }
  }

  private send(url: string, { path, method = 'GET', body, headers = {} }: Call): Promise<Response> {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    return fetch(url + path, {
      method,
      body: isJson ? JSON.stringify(body) : (body as RequestInit['body']),
      headers: { cookie: this.cookie, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      signal: AbortSignal.timeout(90_000),
    });
  }

  private async read(response: Response, what: string): Promise<Said> {
    const { status, headers } = response;
    const type = headers.get('content-type') ?? '';
    const text = await response.text();
    const body = /json/.test(type) && text ? JSON.parse(text) : undefined;
    const name = `${status} ${body?.code ?? ''}`.trim();
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    if (status >= 400 && (!type.startsWith('application/problem+json') || !body?.code)) this.violations.push(`${what}: ${status} without a problem document: ${text.slice(0, 300)}`); // prettier-ignore
    if (status >= 500 && status !== 503) this.violations.push(`${what}: ${status} ${text.slice(0, 500)}`);
    if (status === 503 && !headers.has('retry-after')) this.violations.push(`${what}: 503 without Retry-After: ${text.slice(0, 300)}`); // prettier-ignore
    return { status, body };
  }
}
