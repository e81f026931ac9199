import { isParticle, type NameOrder } from '#libs/matching/name-order';

/** How a cell with both names is written: with a comma between them, or without. */
export type Notation = 'comma' | 'blanks';

export interface BothNames {
  first_name: string;
  last_name: string;
}

/** A word of a name: letters, also with an apostrophe or a hyphen between them. */
const WORD = /^\p{L}\p{M}*(?:['’\u2010\u2011-]?\p{L}\p{M}*)+$/u;
// Elsewhere one letter is a whole name.
const INITIAL = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*$/u;
const COMMA = /^([^,]+),([^,]+)$/u;
const LONGEST = 100;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/u);
const isName = (word: string | undefined): word is string =>
  word !== undefined && (WORD.test(word) || /^\p{L}$/u.test(word)) && !INITIAL.test(word) && !isParticle(word);
/** One word, and particles before it. */
const isLastName = (words: readonly string[]): boolean => isName(words.at(-1)) && words.slice(0, -1).every(isParticle);

export const notationOf = (text: string): Notation => (text.includes(',') ? 'comma' : 'blanks');

/** The words of a cell, with a comma or without. */
export const namesIn = (text: string): string[] => wordsOf(text.replaceAll(',', ' '));

/** The two names of a cell in one order, if the border between them is certain: one word for the first name, and one with its particles for the last. */
export function readInOrder(text: string, order: NameOrder): BothNames | undefined {
  const [before, after] = order === 'last' ? lastBefore(text) : firstBefore(text);
  const [first, last] = order === 'last' ? [after, before] : [before, after];
  if (!first || !last || first.length !== 1 || !isName(first[0]) || !isLastName(last)) return undefined;
  const names = { first_name: first.join(' '), last_name: last.join(' ') };
  return Object.values(names).some((name) => name.length > LONGEST) ? undefined : names;
}

function partsOf(text: string, at: number): [string[], string[]] | [] {
  const [, before, after] = COMMA.exec(text) ?? [];
  if (before !== undefined && after !== undefined) return [wordsOf(before), wordsOf(after)];
  const words = wordsOf(text);
  return text.includes(',') ? [] : [words.slice(0, at), words.slice(at)];
}
const firstBefore = (text: string) => partsOf(text, 1);
const lastBefore = (text: string) => partsOf(text, -1);
