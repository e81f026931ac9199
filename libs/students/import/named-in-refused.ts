import { addTo } from '#libs/core/collections/grouped';
import type { PeopleIndex } from '#libs/matching/people-index';
import { nameOf } from '#libs/matching/person-name';
import type { Verdict } from '#libs/students/import/verdicts';

/** So many words of a row are looked at, and so many are a name. */
const [MOST_WORDS, LONGEST_NAME] = [7, 4];

/** Everybody whose name, or whose last name with an initial, is in the cells of a refused row: they are in the list. */
export function namedInRefused(verdicts: readonly Verdict[], people: PeopleIndex): string[] {
  const refused = verdicts.filter(({ cause }) => cause !== null);
  if (refused.length === 0) return [];
  const byShortName = shortNamesOf(people);
  return refused.flatMap(({ row }) => {
    const cells = [row.first_name, row.last_name, row.whole].map((cell) => (cell ?? '').replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')); // prettier-ignore
    const words = [...new Set(looseWordsOf(cells.join(' ')))].slice(0, MOST_WORDS);
    const initials = words.filter((word) => [...word].length === 1);
    return choicesOf(words).flatMap((choice) => [
      ...people.nearly(nameOf({ first_name: choice.join(' '), last_name: null })).map(({ id }) => id),
      ...initials.flatMap((initial) => byShortName.get(keyOf(choice, initial)) ?? []),
    ]);
  });
}

const looseWordsOf = (text: string): string[] => nameOf({ first_name: text, last_name: null }).looseWords;
const keyOf = (words: readonly string[], initial: string): string => [[...words].sort().join(' '), initial].join('|');

/** People by their last names with the initial of the first one. */
function shortNamesOf({ all }: PeopleIndex): Map<string, string[]> {
  const people = new Map<string, string[]>();
  for (const { id, first_name, last_name } of all) {
    const [initial] = looseWordsOf(first_name)[0] ?? '';
    if (initial !== undefined && last_name !== '') addTo(people, keyOf(looseWordsOf(last_name), initial), id);
  }
  return people;
}

/** All choices of so many of the words as a name may have, in their order. */
function choicesOf(words: readonly string[]): string[][] {
  let choices: string[][] = [[]];
  for (const word of words) choices = [...choices, ...choices.filter(({ length }) => length < LONGEST_NAME).map((choice) => [...choice, word])]; // prettier-ignore
  return choices.filter(({ length }) => length > 0);
}
