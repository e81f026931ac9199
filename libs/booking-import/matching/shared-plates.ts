import { addTo } from '#libs/core/collections/grouped';
import { LEAST_COUNTED, runsOf } from '#libs/booking-import/rows/next-value';

/** What speaks against a number plate: the row of somebody else who has it, too, or that it counts on from row to row. */
export type PlateDoubt = { row: number } | 'counts on' | null;

/** The number plates of a file: one car has one of them, and hardly two drivers. */
export class SharedPlates {
  private readonly rows: { row: number; value: string | null }[] = [];
  private readonly owners = new Map<string, { row: number; who: string }[]>();
  private counted?: Set<number>;

  /** Looks at the rows in their order. `whoOf` says who has the car of a row that has a number plate. */
  add(row: number, plate: string | null, whoOf: () => string): void {
    this.rows.push({ row, value: plate });
    if (plate !== null) addTo(this.owners, keyOf(plate), { row, who: whoOf() });
  }

  of(row: number, plate: string, who: string): PlateDoubt {
    const other = this.owners.get(keyOf(plate))?.find((each) => each.row !== row && each.who !== who);
    if (other) return { row: other.row };
    this.counted ??= new Set(runsOf(this.rows).flatMap((run) => (run.length < LEAST_COUNTED ? [] : run.map((each) => each.row)))); // prettier-ignore
    return this.counted.has(row) ? 'counts on' : null;
  }
}

const keyOf = (plate: string): string => plate.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
