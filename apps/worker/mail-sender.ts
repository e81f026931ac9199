import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Outbox } from '#libs/core/mail/outbox';

const PAUSE_MS = 5_000;

/** Sends the mails that are due, every few seconds, until the process stops. */
@Injectable()
export class MailSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('mail');
  private readonly stopped = new AbortController();
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly outbox: Outbox) {}

  onApplicationBootstrap(): void {
    this.work = this.sendUntilStopped();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.work;
  }

  private async sendUntilStopped(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.outbox.sendDue().catch((error: Error) => this.logger.warn(`mails that are due: ${error.message}`));
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
