/** The most lines of a sheet. */
export const MOST_LINES = 1_048_576;

/** The lines of which cells are merged with others, there or in other lines. */
export class MergedLines {
  /** How many areas begin with a line, less those that ended with the one before. */
  private changes: Int32Array | undefined;

  add(reference: string): void {
    const [, from = '', to = from] =
      /^\$?[A-Za-z]{1,3}\$?(\d{1,7})(?::\$?[A-Za-z]{1,3}\$?(\d{1,7}))?$/.exec(reference) ?? [];
    const [first, last] = [Number(from), Math.min(Number(to), MOST_LINES)];
    if (first < 1 || first > last) return;
    this.changes ??= new Int32Array(MOST_LINES + 2);
    this.changes[first] = (this.changes[first] ?? 0) + 1;
    this.changes[last + 1] = (this.changes[last + 1] ?? 0) - 1;
  }

  /** Those of some lines, which come in order. */
  *among<Line extends { number: number }>(lines: Iterable<Line>): Generator<Line> {
    let [open, at] = [0, 0];
    for (const line of this.changes ? lines : []) {
      while (at < line.number) open += this.changes?.[++at] ?? 0;
      if (open > 0) yield line;
    }
  }
}
