import { Injectable } from '@nestjs/common';
import { Together } from '#libs/core/async/together';

interface Queue {
  waiting: number;
  running: Promise<unknown> | undefined;
}

/**
 * The requests of this process for one location at this moment. It only spares the database work: PostgreSQL decides who
 * gets the place, also between processes.
 */
@Injectable()
export class LocationQueue {
  private readonly queues = new Map<string, Queue>();
  private readonly reads = new Map<string, Together<unknown, unknown>>();

  /**
   * Runs work for a location. A request that comes while others are under way waits for the work that runs and calls
   * `check` first: a refusal then costs a read instead of a transaction, and waiting takes no connection.
   */
  async run<T>(location: string, check: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(location) ?? { waiting: 0, running: undefined };
    this.queues.set(location, queue);
    queue.waiting++;
    try {
      if (queue.waiting > 1) {
        await queue.running?.catch(() => undefined);
        await check();
      }
      const running = work();
      queue.running = running;
      return await running;
    } finally {
      if (--queue.waiting === 0) this.queues.delete(location);
    }
  }

  /**
   * Reads once for all callers with the same question that come before the read is sent; `read` gets what all of them gave. Later callers
   * get a read that begins later.
   */
  async together<Given, Result>(
    question: string,
    given: Given,
    read: (given: [Given, ...Given[]]) => Promise<Result>,
  ): Promise<Result> {
    const reads = (this.reads.get(question) as Together<Given, Result> | undefined) ?? new Together(1, read);
    this.reads.set(question, reads as Together<unknown, unknown>);
    try {
      return await reads.join(given);
    } finally {
      if (reads.isIdle) this.reads.delete(question);
    }
  }
}
