import { searchable } from '#libs/matching/text';
import { bare, spelledOut, writtenForm } from '#libs/matching/tolerances';

/** The words of an address, without its digits and signs. */
export const lettersOf = (text: string): string[] =>
  searchable(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map(bare);

/** The words of names as addresses have them, one by one and together: Jürgen is jurgen or juergen, and van den Berg is also vandenberg. */
export const namesOfAddress = (...names: (string | null | undefined)[]): string[] => [
  ...new Set([...names, ...names.map(joined)].flatMap((name) => writtenForm(name ?? '').match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => [bare(word), spelledOut(word)])), // prettier-ignore
];
const joined = (name: string | null | undefined): string => (name ?? '').replace(/[^\p{L}\p{M}]+/gu, '');
