import { LodgeProblem } from './problem.js';

const MOST = 20;

export class TooManyRefusals extends Error {
  constructor(messages: readonly string[], cause: unknown) {
    super(`Stopped after ${messages.length} refusals.\n${messages.join('\n')}`, { cause });
  }
}

/** What Lodge refused although it should not have. */
export class Failures {
  readonly messages: string[] = [];

  /** Records a refusal and continues; other errors, and too many refusals, end the day. */
  async collect(row: number, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof LodgeProblem)) throw error;
      this.messages.push(`row ${row}: ${error.message}`);
      if (this.messages.length < MOST) return false;
      throw new TooManyRefusals(this.messages, error);
    }
  }
}
