/** Goes through a set once per interval, a share of it at each turn, so that no turn has much to do. */
export class Round<T> {
  private rest: Iterator<T>;
  private due = 0;
  private turnedAt = performance.now();

  constructor(
    private readonly all: ReadonlySet<T>,
    private readonly intervalMs: number,
  ) {
    this.rest = all.values();
  }

  /** Those whose time has come since the turn before. */
  turn(): T[] {
    const now = performance.now();
    const { size } = this.all;
    this.due = Math.min(size, this.due + (size * (now - this.turnedAt)) / this.intervalMs);
    this.turnedAt = now;
    const turn = Array.from({ length: Math.floor(this.due) }, () => this.next());
    this.due -= turn.length;
    return turn.filter((each) => each !== undefined);
  }

  private next(): T | undefined {
    const { done, value } = this.rest.next() as IteratorResult<T, undefined>;
    if (!done) return value;
    this.rest = this.all.values();
    return (this.rest.next() as IteratorResult<T, undefined>).value;
  }
}
