import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Sequencer } from '#libs/events/journal/sequencer';

const PAUSE_MS = 2_000;

/** Gives changes their place in the journal also while nobody reads it, every few seconds, until the process stops. */
@Injectable()
export class JournalKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('events');
  private readonly stopped = new AbortController();
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly sequencer: Sequencer) {}

  onApplicationBootstrap(): void {
    this.work = this.keepUntilStopped();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.work;
  }

  private async keepUntilStopped(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.sequencer.number().catch((error: Error) => this.logger.warn(`the journal: ${error.message}`));
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
