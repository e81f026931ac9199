import type { Called, LocationRow, LocationTree } from '#libs/matching/location-tree';
import { looseWord, roomWords } from '#libs/matching/tolerances';

const WITHIN = ' > ';

/** The text of a room in a building, as two columns say it. */
export const roomWithin = (building: string, room: string): string => `${building}${WITHIN}${room}`;

/** The text of a building of which several columns say a part each: the house, and the flat or the floor in it. */
export const buildingOf = (parts: readonly string[]): string => parts.map((part) => part.trim()).join(WITHIN);

/** What is before the last sign of such a text, and after it. */
export function partsOfRoom(text: string): [building: string, room: string] | undefined {
  const at = text.lastIndexOf(WITHIN);
  return at < 1 ? undefined : [text.slice(0, at).trim(), text.slice(at + WITHIN.length).trim()];
}

/**
 * The locations that a text for a building names exactly. If one is above the others, as a house is above a flat that is called like it, the others are not meant.
 */
export function highest(called: readonly Called[], tree: LocationTree): Called[] {
  const depths = called.map(({ row }) => aboveOf(row, tree).length);
  return called.filter((_, index) => depths[index] === Math.min(...depths));
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
  const found = rooms.filter(({ row }) => aboveOf(row, tree).some((above) => hasWords(above, wanted)));
  // Which of several buildings is meant, a room that only one of them has does not say.
  return found.length === 1 && housesWith(wanted, tree).length > 1 ? [] : found;
}

const HOUSES = new WeakMap<LocationTree, Map<string, LocationRow[]>>();
/** The highest locations with others below them in whose names some words are. */
function housesWith(wanted: readonly string[], tree: LocationTree): LocationRow[] {
  const known = HOUSES.get(tree) ?? new Map<string, LocationRow[]>();
  HOUSES.set(tree, known);
  const key = wanted.join(' ');
  let houses = known.get(key);
  if (!houses) {
    const all = tree.rows.filter((row) => tree.isParent(row) && hasWords(row, wanted));
    houses = all.filter((row) => !aboveOf(row, tree).some((above) => all.includes(above)));
    known.set(key, houses);
  }
  return houses;
}

/**
 * Whether the name of a location comes apart into a building and a room, between two of its parts: B1-014 is B1 and 014, and E307 is E and 307; South / T101 is
 * not South T and 101.
 */
export function comesApart(text: string, building: string, room: string): boolean {
  const signs = [...text.matchAll(/[^\p{L}\p{M}\p{N}]+/gu)];
  if (signs.some(({ 0: sign, index }) => isCut(text, index, building, room, sign.length))) return true;
  const [letters] = /^\p{L}+(?=\p{N})/u.exec(text) ?? [];
  return letters !== undefined && isCut(text, letters.length, building, room);
}

/** Whether the name of a location, cut anywhere, is a building and a room: B2-214 is B2-2 and 14. */
export const isCutInto = (text: string, building: string, room: string): boolean =>
  Array.from(text, (_, at) => at).some((at) => isCut(text, at, building, room));

/** Whether a text, cut at a place where a sign of some length is left out, is a building and a room. */
const isCut = (text: string, at: number, building: string, room: string, length = 0): boolean =>
  sameWords(text.slice(0, at), building) && sameWords(text.slice(at + length), room);

const sameWords = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ');

const isBelow = (row: LocationRow, above: LocationRow, tree: LocationTree): boolean =>
  row !== above && tree.isWithin(row, above);

const wordsOf = (text: string): string[] => roomWords(text).map(looseWord);

function hasWords({ name, code }: LocationRow, wanted: readonly string[]): boolean {
  const count = (words: readonly string[], word: string) => words.filter((each) => each === word).length;
  return [name, code ?? '']
    .map(wordsOf)
    .some((words) => wanted.every((word) => count(words, word) >= count(wanted, word)));
}

function aboveOf({ parent }: LocationRow, tree: LocationTree): LocationRow[] {
  const row = parent === null ? undefined : tree.get(parent);
  return row ? [row, ...aboveOf(row, tree)] : [];
}
