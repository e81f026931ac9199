import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#libs/core/config/config';
import { PASSWORD } from './factory.js';
import { freePort } from './free-port.js';

/** The environment of a process with the settings of a test instance and some of its own. */
export function environmentOf(config: Config, settings: Record<string, unknown>): NodeJS.ProcessEnv {
  const given = Object.entries({ ...config, ...settings }).filter(([, value]) => value !== undefined);
  return { PATH: process.env.PATH, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}

/** One api as it runs in production: a process of its own, which gets signals, with all that it prints. */
export class ApiProcess {
  output = '';
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (this.output += String(piece)));
  }

  /** Starts it with the settings of a test instance and some of its own, and waits until it answers. */
  static async start(config: Config, settings: Record<string, unknown> = {}): Promise<ApiProcess> {
    const port = Number(settings.PORT ?? (await freePort()));
    const all = { PORT: port, HOST: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: 0, ...settings };
    const child = spawn(process.execPath, ['dist/apps/api/main.js'], {
      env: environmentOf(config, all),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const api = new ApiProcess(child, `http://127.0.0.1:${port}`);
    while (!(await api.call('GET', '/health/live').catch(() => undefined))?.ok) {
      if (api.hasEnded) throw new Error(`the api did not start:\n${api.output}`);
      await sleep(50);
    }
    return api;
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    return fetch(this.url + path, { method, body: text, headers: { ...type, ...headers } });
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
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

  /** Sends a signal and answers the exit code, which is null when the signal itself ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) {
      // By then all that it printed is here, too.
      const ended = once(this.child, 'close');
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }
}
