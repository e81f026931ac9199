import type { Called, LocationRow, LocationTree } from '#libs/matching/location-tree';
import { looseWord, roomWords } from '#libs/matching/tolerances';

const WITHIN = ' > ';

/** The text of a room in a building, as two columns say it. */
export const roomWithin = (building: string, room: string): string => `${building}${WITHIN}${room}`;

/** What is before the last sign of such a text, and after it. */
export function partsOfRoom(text: string): [building: string, room: string] | undefined {
  const at = text.lastIndexOf(WITHIN);
  return at < 1 ? undefined : [text.slice(0, at).trim(), text.slice(at + WITHIN.length).trim()];
}

/**
 * Those of some locations that are in a building. If locations have exactly its name (`called`), they are meant; otherwise all in whose names its words are:
 * B in Block B.
 */
export function inBuilding(
  rooms: readonly Called[],
  building: string,
  called: readonly Called[],
  tree: LocationTree,
): Called[] {
  if (called.length > 0) return rooms.filter(({ row }) => called.some((above) => isBelow(row, above.row, tree)));
  const wanted = wordsOf(building);
  if (wanted.length === 0) return [];
  return rooms.filter(({ row }) => aboveOf(row, tree).some((above) => hasWords(above, wanted)));
}

const isBelow = (row: LocationRow, above: LocationRow, tree: LocationTree): boolean =>
  row !== above && tree.isWithin(row, above);

const wordsOf = (text: string): string[] => roomWords(text).map(looseWord);

function hasWords({ name, code }: LocationRow, wanted: readonly string[]): boolean {
  const words = new Set([...wordsOf(name), ...wordsOf(code ?? '')]);
  return wanted.every((word) => words.has(word));
}

function aboveOf({ parent }: LocationRow, tree: LocationTree): LocationRow[] {
  const row = parent === null ? undefined : tree.get(parent);
  return row ? [row, ...aboveOf(row, tree)] : [];
}
