import { Injectable, Logger } from '@nestjs/common';
import { RecurringWork } from '#apps/worker/recurring-work';
import { Sequencer } from '#libs/events/journal/sequencer';

const PAUSE_MS = 2_000;

/** Assigns positions in the journal to changes, also while nobody reads it. */
@Injectable()
export class JournalKeeper extends RecurringWork {
  protected readonly logger = new Logger('events');

  constructor(private readonly sequencer: Sequencer) {
    super('the journal', PAUSE_MS);
  }

  protected run(): Promise<unknown> {
    return this.sequencer.number();
  }
}
