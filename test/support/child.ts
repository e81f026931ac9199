import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 90_000;
const STOP_MS = 60_000;

/** A program of this repository as a process of its own, with all that it prints; no wait for it is without a limit. */
export class Child {
  output = '';
  /** Where it listens, once it says so. */
  port: number | undefined;
  readonly process: ChildProcess;
  private readonly closed: Promise<unknown>;

  constructor(
    private readonly name: string,
    args: string[],
    env: NodeJS.ProcessEnv,
  ) {
    this.process = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.process.on('message', ({ port }: { port?: number }) => (this.port = port));
    // By then all that it printed is here, too.
    this.closed = once(this.process, 'close');
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (piece) => (this.output += String(piece)));
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** @throws Error with its output when it ends before, or does not listen in time */
  async listens(): Promise<number> {
    await this.until('listened', () => this.port !== undefined);
    return this.port as number;
  }

  /** @throws Error with its output when it ends before, or something does not hold in time */
  async until(what: string, holds: () => boolean | Promise<boolean>, limit = START_MS): Promise<void> {
    for (const end = performance.now() + limit; !(await holds()); await sleep(20)) {
      if (this.hasEnded) throw this.failure(`ended before it had ${what}`);
      if (performance.now() > end) throw this.failure(`has not ${what} within ${limit / 1_000} s`);
    }
  }

  /** Sends a signal and waits until it is gone. Gives its exit code, null where a signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.hasEnded) this.process.kill(signal);
    const late = sleep(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([this.closed, late])) === 'late') {
      this.process.kill('SIGKILL');
      throw this.failure(`has not ended within ${STOP_MS / 1_000} s after ${signal}`);
    }
    return this.process.exitCode;
  }

  failure(what: string): Error {
    const { exitCode, signalCode } = this.process;
    return new Error(
      `the ${this.name} ${what} (code ${exitCode}, signal ${signalCode}):\n${this.output.slice(-20_000)}`,
    );
  }
}
