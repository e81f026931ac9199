import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#libs/core/config/config';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** The api as a process of its own, with all that it prints. */
export class ApiProcess {
  output = '';
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (this.output += String(piece)));
  }

  /** Starts it with the settings of a test instance and some of its own, and waits until it answers. */
  static async start(config: Config, settings: Record<string, string> = {}): Promise<ApiProcess> {
    const port = await freePort();
    const usual = Object.entries(config).map(([name, value]) => [name, String(value)]);
    const env = {
      PATH: process.env.PATH,
      ...Object.fromEntries(usual),
      HOST: '127.0.0.1',
      PORT: String(port),
      ...settings,
    };
    const child = spawn(process.execPath, ['dist/apps/api/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const api = new ApiProcess(`http://127.0.0.1:${port}`, child);
    while (!(await fetch(`${api.url}/health/live`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error(`the api did not start:\n${api.output}`);
      await sleep(50);
    }
    return api;
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    return fetch(this.url + path, { method, body: text, headers: { ...type, ...headers } });
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }
}
