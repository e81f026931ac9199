import type { FileRow } from '#libs/core/csv/file-rows';

interface TypedDay {
  row: FileRow;
  header: string;
  text: string;
}

/** A day in numbers with its year at the end. */
const WRITTEN = /^\s*(\d{1,2})\s?[./\- ]\s?(\d{1,2})\s?[./\- ]\s?(\d{4}|\d{2})(?:\s.*)?$/;
const TYPED = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Days that a spreadsheet may have taken the wrong way round. It opened a list of another country: 9/5/2027 became 9 May where 5 September was
 * meant, and 9/18/2027, which is no day for it, stayed a text. So where some days are texts, those that are typed read two ways.
 */
export class TurnedDays {
  private readonly typed: TypedDay[] = [];
  private readonly columns = new Map<number, { typed: number; either: number; one: number }>();

  /** Looks at a line below the headers; `days` are the columns whose cells are typed as days. */
  add(row: FileRow, headers: readonly string[], cells: readonly (string | null)[], days: readonly number[]): void {
    cells.forEach((cell, column) => {
      const header = headers[column];
      if (cell === null || header === undefined) return;
      if (days.includes(column)) {
        this.countOf(column).typed++;
        this.typed.push({ row, header, text: cell });
        return;
      }
      const [, first, second] = WRITTEN.exec(cell) ?? [];
      if (first === undefined || first === second) return;
      const [least, most] = [Number(first), Number(second)].sort((one, other) => one - other) as [number, number];
      if (least < 1 || least > 12 || most > 31) return;
      this.countOf(column)[most > 12 ? 'one' : 'either']++;
    });
  }

  /** Makes each typed day that reads two ways say both, if there are texts that a spreadsheet left over. */
  settle(): void {
    // A column in which texts stayed that a spreadsheet would have taken for days was not touched by one.
    const isTouched = [...this.columns.values()].some(
      ({ typed, either, one }) => (one > 0 && either === 0) || (typed > 0 && one + either > 0),
    );
    if (!isTouched) return;
    for (const { row, header, text } of this.typed) {
      const [, year, month, day] = TYPED.exec(text) ?? [];
      if (day === undefined || day === month || Number(day) > 12) continue;
      if (row.values[header] === text) row.values[header] = `${text} or ${year}-${day}-${month}`;
    }
  }

  private countOf(column: number) {
    let count = this.columns.get(column);
    if (!count) this.columns.set(column, (count = { typed: 0, either: 0, one: 0 }));
    return count;
  }
}
