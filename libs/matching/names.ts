import { otherNames } from '#libs/matching/nicknames';
import { looseWord } from '#libs/matching/tolerances';
import { searchable } from '#libs/matching/text';
import { mayBeTitle } from '#libs/matching/titles';

/*
 * How names are searched. Nothing here makes a match: the results are only candidates.
 */

/**
 * How two names fit. `same`: the same words. `part`: one of them is less of the other. `like`: nicknames,
 * initials and typing errors between them. `shared`: a word in common. `other`: nothing.
 */
export type Kinship = 'same' | 'part' | 'like' | 'shared' | 'other';

const words = (name: string): string[] =>
  searchable(looseWord(name.toLowerCase()))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort();

/** The words of a name, as they are, but for titles. */
export const withoutTitle = (words: string): string => words.split(' ').filter((word) => !mayBeTitle(word)).join(' '); // prettier-ignore

const MOST_NAMES = 6;

/** A name as it may be written in full: the nicknames in it replaced, itself first. */
export function fullNames(name: string): string[] {
  const all = words(name);
  const others = all.flatMap((word, index) => otherNames(word).map((full) => all.with(index, full).join(' ')));
  return [name, ...others.slice(0, MOST_NAMES)];
}

/** Compares the name of a row with that of a record, regardless of the order of their words. */
export function kinship(name: string, record: string): Kinship {
  const [one, other] = [words(name), words(record)];
  if (one.join(' ') === other.join(' ')) return 'same';
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...more];
  const take = (fits: (word: string, each: string) => boolean) => (word: string) => {
    const index = left.findIndex((each) => fits(word, each));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  };
  const unequal = fewer.filter(take((word, each) => word === each));
  if (unequal.length === 0) return 'part';
  const unlike = unequal.filter(take(isLike));
  if (unlike.length === 0) return 'like';
  return unequal.length < fewer.length ? 'shared' : 'other';
}

/** Whether two words can be the same name: nickname, initial, the spelling of another alphabet, a typing error. */
export function isLike(one: string, other: string): boolean {
  const isNickname = otherNames(one).includes(other);
  const isInitial = (short: string, long: string) => short.length === 1 && long.startsWith(short);
  if (isNickname || isInitial(one, other) || isInitial(other, one)) return true;
  const shorter = Math.min(one.length, other.length);
  return shorter >= 2 && slips(one, other) <= (shorter >= 8 ? 2 : 1);
}

/** How many letters are omitted, inserted, changed, or swapped with their neighbour. */
function slips(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const changed = at(row - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Infinity;
      current.push(Math.min(changed, swapped, at(row - 1, column) + 1, (current[column - 1] ?? 0) + 1));
    }
  }
  return at(one.length, other.length);
}
