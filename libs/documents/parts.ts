interface Placed {
  building_id: string;
  floor: string | null;
}

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
