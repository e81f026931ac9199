import { Injectable, Logger } from '@nestjs/common';
import { RecurringWork } from '#apps/worker/recurring-work';
import { Outbox } from '#libs/core/mail/outbox';

const PAUSE_MS = 5_000;

/** Sends the mails that are due, every few seconds. */
@Injectable()
export class MailSender extends RecurringWork {
  protected readonly logger = new Logger('mail');

  constructor(private readonly outbox: Outbox) {
    super('mails that are due', PAUSE_MS);
  }

  protected run(): Promise<unknown> {
    return this.outbox.sendDue();
  }
}
