import { addTo } from '#libs/core/collections/grouped';
import { ENDS_IN_NUMBER, isNext } from '#libs/booking-import/rows/next-value';

/** So many number plates that count on from row to row were hardly typed one by one. */
const LEAST_COUNTED = 3;

/** What speaks against a number plate: the row of somebody else who has it, too, or that it counts on from row to row. */
export type PlateDoubt = { row: number } | 'counts on' | null;

/** The number plates of a file: one car has one of them, and hardly two drivers. */
export class SharedPlates {
  private readonly owners = new Map<string, { row: number; who: string }[]>();
  private readonly run: { row: number; plate: string }[] = [];
  private readonly counted = new Set<number>();

  /** Looks at the rows in their order. */
  add(row: number, who: string, plate: string | null): void {
    const last = this.run.at(-1);
    if (!plate || !last || !isNext(last.plate, plate)) this.run.length = 0;
    if (!plate) return;
    addTo(this.owners, keyOf(plate), { row, who });
    if (!ENDS_IN_NUMBER.test(plate)) return;
    this.run.push({ row, plate });
    if (this.run.length >= LEAST_COUNTED) for (const each of this.run) this.counted.add(each.row);
  }

  of(row: number, who: string, plate: string | null): PlateDoubt {
    const other = plate
      ? this.owners.get(keyOf(plate))?.find((each) => each.row !== row && each.who !== who)
      : undefined;
    if (other) return { row: other.row };
    return this.counted.has(row) ? 'counts on' : null;
  }
}

const keyOf = (plate: string): string => plate.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
