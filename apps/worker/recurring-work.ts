import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Work that is done again and again, with a pause after each time, until the process stops. A failure is logged, and tried again. */
export abstract class RecurringWork implements OnApplicationBootstrap, OnModuleDestroy {
  protected abstract readonly logger: Logger;
  private readonly stopped = new AbortController();
  private work: Promise<void> = Promise.resolve();

  /** `name` precedes the error in the log. */
  constructor(
    private readonly name: string,
    private readonly pauseMs: number,
  ) {}

  protected abstract run(): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.work = this.runUntilStopped();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.work;
  }

  private async runUntilStopped(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.run().catch((error: Error) => this.logger.warn(`${this.name}: ${error.message}`));
      await sleep(this.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
