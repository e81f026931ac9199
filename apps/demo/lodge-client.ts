import { setTimeout as wait } from 'node:timers/promises';
import { CookieJar } from './cookies.js';
import { LodgeUnreachable, problemOf, type LodgeProblem } from './problem.js';

type Query = Record<string, string | number>;

const MOST_ATTEMPTS: Partial<Record<number, number>> = { 401: 3, 429: 120, 503: 6 };

/** Talks to a running Lodge: keeps the session alive, and waits when a response demands it. */
export class LodgeClient {
  requests = 0;
  waits = 0;
  private readonly cookies = new CookieJar();
  private session = 0;
  private renewal: Promise<unknown> | undefined;

  constructor(private readonly url: string) {}

  async logIn(email: string, password: string): Promise<void> {
    await this.post('/users/sessions/', { email, password });
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    return this.send<T>('GET', search.size > 0 ? `${path}?${search}` : path);
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = this.session;
      const response = await this.request(method, path, body);
      if (response.ok) return (await response.json()) as T;
      const problem = await problemOf(`${method} ${path}`, response);
      if (attempt >= (MOST_ATTEMPTS[problem.status] ?? 1)) throw problem;
      await this.makeReady(problem, path, session);
    }
  }

  private async request(method: string, path: string, body?: object): Promise<Response> {
    this.requests++;
    const headers = { ...this.cookies.headersFor(path), ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const response = await sent.catch((cause: unknown) => {
      throw new LodgeUnreachable(this.url, cause);
    });
    this.cookies.keep(response);
    return response;
  }

  private async makeReady(problem: LodgeProblem, path: string, session: number): Promise<void> {
    if (problem.status !== 401) {
      this.waits++;
      await wait((problem.retryAfter ?? 1) * 1000);
      return;
    }
    if (path.startsWith('/users/sessions')) throw problem;
    // Another request may have renewed the session since this one left.
    if (session === this.session) await (this.renewal ??= this.renew());
  }

  private async renew(): Promise<void> {
    try {
      await this.post('/users/sessions/refresh');
      this.session++;
    } finally {
      this.renewal = undefined;
    }
  }
}
