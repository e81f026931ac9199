import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '#libs/core/config/config';

/** A worker as a process of its own. */
export class WorkerProcess {
  output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (this.output += String(piece)));
  }

  /** Starts it with the settings of a test instance. It works as soon as it is up. */
  static start(config: Config): WorkerProcess {
    const usual = Object.entries(config).filter(([, value]) => value !== undefined);
    const env = { PATH: process.env.PATH, ...Object.fromEntries(usual.map(([name, value]) => [name, String(value)])) };
    return new WorkerProcess(
      spawn(process.execPath, ['dist/apps/worker/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  /** @throws Error when the process has ended by itself */
  requireAlive(): void {
    if (this.child.exitCode !== null) throw new Error(`the worker has ended:\n${this.output}`);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Ends it, and waits until it is gone. Gives its exit code, `null` where a signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await once(this.child, 'exit');
    }
    return this.child.exitCode;
  }
}
