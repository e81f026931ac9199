import { LEAST_COUNTED, runsOf } from '#libs/matching/next-value';
import { keyOf } from '#libs/booking-import/rows/plates';

/** What speaks against a number plate: the row of somebody else who has it, too, or that it counts on from row to row. */
export type PlateDoubt = { row: number } | 'counts on' | null;

/** The number plates of a file: one car has one of them, and hardly two drivers. */
export class SharedPlates {
  private readonly rows: { row: number; value: string | null }[] = [];
  /** The first two people who have a number plate, each with their first row: one of them is somebody else for everybody. */
  private readonly owners = new Map<string, { row: number; who: string }[]>();
  private counted?: Set<number>;

  /** Looks at the rows in their order. `whoOf` says who has the car of a row that has a number plate. */
  add(row: number, plate: string | null, whoOf: () => string): void {
    this.rows.push({ row, value: plate });
    if (plate === null) return;
    const owners = this.owners.get(keyOf(plate)) ?? [];
    if (owners.length === 0) this.owners.set(keyOf(plate), owners);
    const who = whoOf();
    if (owners.length < 2 && owners[0]?.who !== who) owners.push({ row, who });
  }

  of(row: number, plate: string, who: string): PlateDoubt {
    const other = this.owners.get(keyOf(plate))?.find((each) => each.who !== who);
    if (other) return { row: other.row };
    this.counted ??= new Set(runsOf(this.rows).flatMap((run) => (run.length < LEAST_COUNTED ? [] : run.map((each) => each.row)))); // prettier-ignore
    return this.counted.has(row) ? 'counts on' : null;
  }
}
