import { addTo } from '#libs/core/collections/grouped';
import type { KnownPerson, PeopleIndex } from '#libs/matching/people-index';
import { nameOf } from '#libs/matching/person-name';
import { isParticle } from '#libs/matching/name-order';
import { nameOfWhole } from '#libs/students/import/name-evidence';
import type { Register, Verdict } from '#libs/students/import/verdicts';

/** Particles and initials are in the names of many. */
const isOwnWord = (word: string): boolean => [...word].length > 1 && !isParticle(word);

/**
 * Everybody who has a word of a refused name that nobody could read: they may be in the list. A row with the name of the student whom it names by id or
 * email means nobody else.
 */
export function meantByWords(verdicts: readonly Verdict[], register: Register, people: PeopleIndex): string[] {
  const anyOf = new Set<string>();
  // Two columns say which name is which: whose first and last name are in them may be meant, and who has one of them is somebody else.
  const allOf = new Map<string, Set<string>[]>();
  for (const { row, cause } of verdicts) {
    if (cause === null || (row.whole === null && cause !== 'missing_required_field')) continue;
    const cells = [row.whole?.text, row.first_name, row.last_name].map((cell) => cell ?? '');
    const name = nameOfWhole(cells.join(' ').replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' '));
    const words = new Set(row.whole === null ? name.looseWords : name.looseWords.filter(isOwnWord));
    const isOf = (named: Parameters<typeof nameOf>[0]) => [...words].every((word) => nameOf(named).looseWords.includes(word)); // prettier-ignore
    if (register.namedBy(row).some(isOf)) continue;
    for (const word of words)
      if (row.whole === null) addTo(allOf, word, words);
      else anyOf.add(word);
  }
  if (anyOf.size === 0 && allOf.size === 0) return [];
  const isMeant = ({ name: { looseWords } }: KnownPerson) => {
    // What few rows have is looked at first: a whole list may share a word.
    const [rows = []] = looseWords.map((word) => allOf.get(word) ?? []).sort((one, other) => one.length - other.length);
    return looseWords.some((word) => anyOf.has(word)) || rows.some((words) => looseWords.every((word) => words.has(word))); // prettier-ignore
  };
  return people.all.flatMap((person) => (isMeant(person) ? person.id : []));
}
