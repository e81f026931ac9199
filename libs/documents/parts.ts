interface Placed {
  building_id: string;
  floor: string | null;
}

// What Chromium needs grows faster than the list: 20,000 rows at once take five gigabytes, a tenth of them not.
const AT_ONCE = { plain: 2_000, pictured: 250 };

/** How many lines of a list are printed at once. */
export const linesAtOnce = (photos: boolean): number => (photos ? AT_ONCE.pictured : AT_ONCE.plain);

const sameFloor = (one: Placed | undefined, other: Placed | undefined): boolean =>
  one?.building_id === other?.building_id && one?.floor === other?.floor;

/**
 * A list in parts of at most so many lines. Each part begins on a new page, so it ends with a floor when one ends in
 * its second half.
 */
export function partsOf<Line extends Placed>(lines: Line[], size: number): Line[][] {
  const parts: Line[][] = [];
  for (let from = 0; from < lines.length;) {
    let end = from + size;
    if (end < lines.length) {
      const least = from + Math.ceil(size / 2);
      while (end > least && sameFloor(lines[end - 1], lines[end])) end--;
      if (sameFloor(lines[end - 1], lines[end])) end = from + size;
    }
    parts.push(lines.slice(from, end));
    from = end;
  }
  return parts;
}
