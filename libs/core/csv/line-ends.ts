/** A day in numbers, or with its month by name, with or without a time; what stands after the month may have lost its end. */
const DAY = /^(\d{1,4})\s?[./\- ]\s?[\p{L}\d]{1,12}\s?[./\- ]\s?(\d{1,4}(?:[T ].*)?)$/u;

/** A year, and at the end a single digit: there may have been another one. */
const SINGLE_DIGIT = /^\d{4}\D.*\D\d$/u;

// Each cell of a file comes here, and most are only looked at for whether there is anything.
const textOf = (cell: unknown): string | undefined =>
  (cell === undefined || cell === null ? '' : String(cell)).trim() || undefined;
/** How much of a day stands after its month, and is not missing: names of months differ in length, and so do days that come first. */
function lengthOf(cell: unknown): number | undefined {
  const [, first, last] = DAY.exec(textOf(cell) ?? '') ?? [];
  // The day after a whole year has two digits where a year at the end has four.
  return last === undefined ? undefined : last.length + (first?.length === 4 ? 2 : 0);
}

/** So many lines, with the last one, prove nothing of a column. */
const FEW = 3;

/** Compares the last line of a file with the others, to find out whether the file is cut off there. */
export class LineEnds {
  private last: readonly unknown[] = [];
  private lines = 0;
  /** How long the shortest end of a day of each column is, those of the last line left out. */
  private readonly days: number[] = [];
  private readonly isFilled: boolean[] = [];
  /** How long all codes of each column are, those of the last line left out; 0 where they differ, or not all cells have a digit. */
  private readonly codes: number[] = [];

  add(cells: readonly unknown[]): void {
    this.take(this.last);
    this.last = cells;
    this.lines++;
  }

  private take(cells: readonly unknown[]): void {
    for (const [column, cell] of cells.entries()) {
      const text = textOf(cell);
      if (text === undefined) continue;
      const day = lengthOf(text);
      if (day !== undefined) this.days[column] = Math.min(day, this.days[column] ?? Infinity);
      this.isFilled[column] = true;
      const length = /\d/.test(text) ? text.length : 0;
      this.codes[column] = (this.codes[column] ?? length) === length ? length : 0;
    }
  }

  /** Why the last line may be cut off, if no line break ends it. */
  whyCut(): string | undefined {
    const column = this.last.length - 1;
    const end = this.last[column];
    const text = textOf(end);
    if (text === undefined)
      return this.lines === 1 || this.isFilled[column] === true
        ? 'the file ends with this line, without a line break and with an empty cell; it may be cut'
        : undefined;
    const length = lengthOf(end);
    if (length === undefined)
      return this.lines > FEW && /\d/.test(text) && text.length < (this.codes[column] ?? 0)
        ? 'the file ends in this line, without a line break and with a text that is shorter than all others of its column; it may be cut'
        : undefined;
    // In a column without another day, those of the whole file are the measure.
    const others = this.last.slice(0, column).map(lengthOf);
    const least = this.days[column] ?? Math.min(...[...this.days, ...others].map((each) => each ?? Infinity));
    return (least !== Infinity && length < least) || SINGLE_DIGIT.test(text)
      ? 'the file ends in this line, without a line break and with a day whose last digits may be missing; it may be cut'
      : undefined;
  }
}
