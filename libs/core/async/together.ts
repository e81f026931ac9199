import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 200;
const NO_REF = { ref: false };

/**
 * Lets callers that come while a number of reads are under way share the next one. It begins after all of their calls, so that nobody gets
 * a result that is older than the request.
 */
export class Together<Given, Result> {
  private readonly running = new Set<Promise<unknown>>();
  private next: { given: [Given, ...Given[]]; result: Promise<Result> } | undefined;

  /** `read` gets what all callers of a read gave, and each of them gets its result. */
  constructor(
    private readonly most: number,
    private readonly read: (given: [Given, ...Given[]]) => Promise<Result>,
  ) {}

  /** @throws the error of the read */
  join(given: Given): Promise<Result> {
    if (this.next) {
      this.next.given.push(given);
      return this.next.result;
    }
    const all: [Given, ...Given[]] = [given];
    const result = this.turn().then(() => this.begin(all));
    this.next = { given: all, result };
    return result;
  }

  get isIdle(): boolean {
    return this.running.size === 0 && !this.next;
  }

  // A read that takes long holds up nobody: what comes after it waits for a connection, as ever, and not without end.
  private async turn(): Promise<void> {
    if (this.running.size >= this.most) await Promise.race([...this.running, sleep(PATIENCE_MS, undefined, NO_REF)]);
  }

  private begin(given: [Given, ...Given[]]): Promise<Result> {
    this.next = undefined;
    const reading = this.read(given);
    const over = () => void this.running.delete(settled);
    const settled: Promise<void> = reading.then(over, over);
    this.running.add(settled);
    return reading;
  }
}
