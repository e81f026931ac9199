import { Injectable, Logger } from '@nestjs/common';
import { RecurringWork } from '#apps/worker/recurring-work';
import { Dispatcher } from '#libs/webhooks/sending/dispatcher';

const PAUSE_MS = 1_000;

/** Finds due deliveries to webhooks, every second. */
@Injectable()
export class WebhookDispatcher extends RecurringWork {
  protected readonly logger = new Logger('webhooks');

  constructor(private readonly dispatcher: Dispatcher) {
    super('what is to be sent', PAUSE_MS);
  }

  protected run(): Promise<unknown> {
    return this.dispatcher.dispatch();
  }
}
