import { otherNames } from '#libs/matching/nicknames';
import type { PeopleIndex } from '#libs/matching/people-index';
import { namesOfAddress } from '#libs/students/import/names-of-address';
import type { Verdict } from '#libs/students/import/verdicts';

export type IsFirstName = (word: string) => boolean;

/** Whether a word is a first name, as far as that is known: it has nicknames, or somebody of the site or the list is called so. */
export function firstNamesOf(people: PeopleIndex, verdicts: readonly Verdict[]): IsFirstName {
  let names: Set<string> | undefined;
  return (word) => {
    if (otherNames(word).length > 0) return true;
    names ??= new Set(namesOfAddress(...[...people.all, ...verdicts.map(({ row }) => row)].map((each) => each.first_name))); // prettier-ignore
    return names.has(word);
  };
}

/**
 * Whether a word is a first name, its beginning, initials or a nickname of it, or the initial of one. A longer one is the name of somebody else, as Martina
 * for Martin, unless it is a pet name: Tommy for Tom, Benni for Benjamin.
 */
export const isCalled = (word: string, name: string): boolean =>
  name.startsWith(word) ||
  (name.length === 1 && word.startsWith(name)) ||
  (word.length === 2 && word.startsWith(name.charAt(0))) ||
  otherNames(name).some((other) => other === word || (word.length === 1 && other.startsWith(word))) ||
  otherNames(word).includes(name) ||
  isPetName(word, name) ||
  inOneAlphabet(word) === inOneAlphabet(name);

/** A word in one of the ways in which Cyrillic letters are written in Latin ones: Yulia is Iuliia, and Alexandr is Aleksandr. */
const inOneAlphabet = (word: string): string => word.replaceAll('x', 'ks').replaceAll('kh', 'h').replace(/[jy]/g, 'i').replace(/i+/g, 'i'); // prettier-ignore

// With one letter doubled: Emily is not Emil.
const PET_NAME = /^(\p{L}+(\p{L}))\2(?:y|i|ie)$/u;
const isPetName = (word: string, name: string): boolean => {
  const [, stem] = PET_NAME.exec(word) ?? [];
  return stem !== undefined && stem.length >= LEAST_LETTERS && name.startsWith(stem);
};
const LEAST_LETTERS = 3;
