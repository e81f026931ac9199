import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { READ_ONLY, sqlState } from '#libs/core/errors/postgres-errors';
import { BATCH, isAnythingQueued, numberEvents } from '#libs/events/journal/numbering.queries';

/** Gives what was committed its positions in the journal. Readers of the journal call it first. */
@Injectable()
export class Sequencer {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** Afterwards, everything that was committed before the call has its position. Calls at the same time share one run. */
  number(): Promise<void> {
    if (!this.running) return this.start();
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.start();
      });
    return this.next;
  }

  private start(): Promise<void> {
    this.running = this.numberAll().finally(() => (this.running = undefined));
    return this.running;
  }

  private async numberAll(): Promise<void> {
    try {
      if (!(await isAnythingQueued(this.database))) return;
      const isAlone = !this.database.isJoined;
      while ((await this.database.transaction((tx) => numberEvents(tx, isAlone))) === BATCH);
    } catch (error) {
      // A server that takes no writes shows what has its position.
      if (sqlState(error).code !== READ_ONLY) throw error;
    }
  }
}
