import { environmentOf, nowOfProcesses } from './api-process.js';
import { Child } from './child.js';
import type { Lodge } from './lodge.js';

/** A worker as a process of its own. */
export class WorkerProcess {
  private constructor(private readonly process: Child) {}

  /**
   * Starts it with the settings of a lodge and some of its own. It works as soon as it is up. The clock of the lodge is set to its
   * clock: what the lodge does next comes after what the worker has done.
   */
  static start(lodge: Lodge, settings: Record<string, unknown> = {}): WorkerProcess {
    lodge.clock.set(nowOfProcesses().toISOString());
    const { config } = lodge.instance;
    return new WorkerProcess(new Child('worker', ['dist/apps/worker/main.js'], environmentOf(config, settings)));
  }

  get output(): string {
    return this.process.output;
  }

  get hasEnded(): boolean {
    return this.process.hasEnded;
  }

  /** @throws Error when the process has ended by itself */
  requireAlive(): void {
    if (this.hasEnded) throw this.process.failure('has ended');
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.process.process.kill(signal);
  }

  get pid(): number {
    return this.process.process.pid as number;
  }

  /** Ends it, and waits until it is gone. Gives its exit code, `null` where a signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return this.process.end(signal);
  }
}
