import { searchable } from '#libs/matching/text';
import { bare, spelledOut, writtenForm } from '#libs/matching/tolerances';

/** The words of an address before its domain, without its digits and signs. */
export const wordsOfAddress = (email: string | null | undefined): string[] =>
  searchable(email?.split('@')[0] ?? '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map(bare);

/** What stands between the words and numbers of an address before its domain: the dot of anna.klein@. */
export const signsOfAddress = (email: string | null): string => (email?.split('@')[0] ?? '').replace(/[\p{L}\p{M}\d]+/gu, ''); // prettier-ignore

/** What is left of a word that begins or ends with a name; nothing if it does neither. */
export const withoutName = (word: string, name: string): string[] =>
  word.endsWith(name) ? [word.slice(0, -name.length)] : word.startsWith(name) ? [word.slice(name.length)] : [];

/** The words of names as addresses have them, one by one and together: Jürgen is jurgen or juergen, and van den Berg is also vandenberg. */
export const namesOfAddress = (...names: (string | null | undefined)[]): string[] => [
  ...new Set([...names, ...names.map(joined)].flatMap((name) => writtenForm(name ?? '').match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => [bare(word), spelledOut(word)])), // prettier-ignore
];
const joined = (name: string | null | undefined): string => (name ?? '').replace(/[^\p{L}\p{M}]+/gu, '');

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
/** Whether names are in letters that addresses have. */
export const areLatin = (names: readonly string[]): boolean => names.every((name) => LATIN.test(name));
