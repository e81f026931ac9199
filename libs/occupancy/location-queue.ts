import { Injectable } from '@nestjs/common';

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
  private readonly reading = new Map<string, Promise<unknown>>();
  private readonly gathering = new Map<string, Promise<unknown>>();

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
   * Reads once for all callers with the same question that come before the read is sent. Later callers get a read that
   * begins later: nobody gets a result that is older than the request.
   */
  singleFlight<T>(question: string, read: () => Promise<T>): Promise<T> {
    const joined = this.gathering.get(question);
    if (joined) return joined as Promise<T>;
    const answer = this.afterReading(question).then(() => {
      this.gathering.delete(question);
      return this.read(question, read);
    });
    this.gathering.set(question, answer);
    return answer;
  }

  private async afterReading(question: string): Promise<void> {
    await this.reading.get(question)?.catch(() => undefined);
  }

  private async read<T>(question: string, read: () => Promise<T>): Promise<T> {
    const reading = read();
    this.reading.set(question, reading);
    try {
      return await reading;
    } finally {
      if (this.reading.get(question) === reading) this.reading.delete(question);
    }
  }
}
