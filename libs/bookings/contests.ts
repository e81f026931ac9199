import { Injectable } from '@nestjs/common';

interface Contest {
  rivals: number;
  writing: Promise<unknown> | undefined;
}

/**
 * Who of this process wants the same location at this moment. It only spares the database work: who gets the place is
 * decided there, also between processes.
 */
@Injectable()
export class Contests {
  private readonly open = new Map<string, Contest>();
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly gathering = new Map<string, Promise<unknown>>();

  /**
   * Writes for a location. Who comes while others are at it waits for the write under way and looks first: to be
   * refused then costs a read instead of a transaction, and the wait takes no connection.
   */
  async enter<T>(location: string, look: () => Promise<unknown>, write: () => Promise<T>): Promise<T> {
    const contest = this.open.get(location) ?? { rivals: 0, writing: undefined };
    this.open.set(location, contest);
    contest.rivals++;
    try {
      if (contest.rivals > 1) {
        await contest.writing?.catch(() => undefined);
        await look();
      }
      const writing = write();
      contest.writing = writing;
      return await writing;
    } finally {
      if (--contest.rivals === 0) this.open.delete(location);
    }
  }

  /**
   * Reads once for all who ask the same before the question is sent. Who comes later has an answer that began later:
   * nobody is told what was true only before they asked.
   */
  ask<T>(question: string, read: () => Promise<T>): Promise<T> {
    const joined = this.gathering.get(question);
    if (joined) return joined as Promise<T>;
    const answer = this.afterRunning(question).then(() => {
      this.gathering.delete(question);
      return this.run(question, read);
    });
    this.gathering.set(question, answer);
    return answer;
  }

  private async afterRunning(question: string): Promise<void> {
    await this.running.get(question)?.catch(() => undefined);
  }

  private async run<T>(question: string, read: () => Promise<T>): Promise<T> {
    const reading = read();
    this.running.set(question, reading);
    try {
      return await reading;
    } finally {
      if (this.running.get(question) === reading) this.running.delete(question);
    }
  }
}
