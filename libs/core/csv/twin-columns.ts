import { cellText } from '#libs/core/csv/cells';

/** Finds the lines that fill only one of several columns with the same name, of a file in which another line shows that these are not the same. */
export class TwinColumns<Row> {
  private readonly places = new Map<string, number[]>();
  private readonly lone: { row: Row; header: string }[] = [];
  private readonly differing = new Set<string>();

  /** `isRead`: whether a column is of interest. */
  constructor(headers: readonly string[], isRead: (header: string) => boolean) {
    const all = new Map<string, number[]>();
    for (const [place, header] of headers.entries()) all.set(header, [...(all.get(header) ?? []), place]);
    for (const [header, places] of all) if (places.length > 1 && isRead(header)) this.places.set(header, places);
  }

  add(row: Row, cells: readonly (string | number | boolean | null)[]): void {
    for (const [header, places] of this.places) {
      const texts = places.flatMap((place) => cellText(cells[place] ?? '') ?? []);
      if (new Set(texts).size > 1) this.differing.add(header);
      if (texts.length > 0 && texts.length < places.length) this.lone.push({ row, header });
    }
  }

  /** The lines, when all of the file have been added. */
  *found(): Generator<{ row: Row; header: string }> {
    for (const each of this.lone) if (this.differing.has(each.header)) yield each;
  }
}
