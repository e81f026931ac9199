import type { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Config } from '#libs/core/config/config';
import { Child } from './child.js';
import { PASSWORD } from './factory.js';
import { NOW } from './lodge.js';

const CALL_MS = 120_000;

/** How much earlier it is in processes of specs than on this machine, in ms. */
const LATE_MS = Date.now() - Date.parse(NOW);
const NODE_OPTIONS = `--import ${pathToFileURL('test/support/clock-of-specs.mjs').href}`;

/** The present of processes with `environmentOf`: a few minutes after that of a Lodge whose clock stands. */
export const nowOfProcesses = (): Date => new Date(Date.now() - LATE_MS);

/** The environment of a process with the settings of a test instance and some of its own, on the day of the specs. */
export function environmentOf(config: Config, settings: Record<string, unknown>): NodeJS.ProcessEnv {
  const given = Object.entries({ ...config, ...settings }).filter(([, value]) => value !== undefined);
  return {
    PATH: process.env.PATH,
    NODE_OPTIONS,
    SPEC_CLOCK_LATE_MS: String(LATE_MS),
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  };
}

/** One api as it runs in production: a process of its own, which gets signals, with all that it prints. */
export class ApiProcess {
  private constructor(
    private readonly process: Child,
    readonly url: string,
  ) {}

  /** Starts it with the settings of a test instance and some of its own, and options of Node, and waits until it responds. */
  static async start(
    config: Config,
    settings: Record<string, unknown> = {},
    options: string[] = [],
  ): Promise<ApiProcess> {
    // The system gives it a port that no other process has.
    const usual = { PORT: 0, HOST: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: 0 };
    const child = new Child(
      'api',
      [...options, 'dist/apps/api/main.js'],
      environmentOf(config, { ...usual, ...settings }),
    );
    const port = await child.listens().catch(async (error: unknown) => {
      await child.end('SIGKILL');
      throw error;
    });
    return new ApiProcess(child, `http://127.0.0.1:${port}`);
  }

  get child(): ChildProcess {
    return this.process.process;
  }

  get output(): string {
    return this.process.output;
  }

  /** @throws Error with its output when it does not respond in time */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const signal = AbortSignal.timeout(CALL_MS);
    try {
      return await fetch(this.url + path, { method, body: text, headers: { ...type, ...headers }, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw this.process.failure(`has not answered ${method} ${path} within ${CALL_MS / 1_000} s`);
    }
  }

  get hasEnded(): boolean {
    return this.process.hasEnded;
  }

  get(path: string): Promise<Response> {
    return this.call('GET', path);
  }

  post(path: string, body: object, cookie = ''): Promise<Response> {
    return this.call('POST', path, body, { cookie });
  }

  /** The cookies of a user that the factory made. */
  async logIn(email: string): Promise<string> {
    const answer = await this.post('/users/sessions', { email, password: PASSWORD });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  }

  /** Sends a signal and returns the exit code, which is null when the signal itself ended it. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.process.end(signal);
  }
}
