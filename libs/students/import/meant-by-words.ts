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
  return verdicts.flatMap(({ row, cause }) => {
    if (cause === null || (row.whole === null && cause !== 'missing_required_field')) return [];
    const cells = [row.whole?.text, row.first_name, row.last_name].map((cell) => cell ?? '');
    const name = nameOfWhole(cells.join(' ').replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' '));
    const words = new Set(row.whole === null ? name.looseWords : name.looseWords.filter(isOwnWord));
    // Two columns say which name is which: whose first and last name are in them may be meant, and who has one of them is somebody else.
    const hasWord = ({ name: { looseWords } }: KnownPerson) =>
      row.whole === null ? looseWords.every((word) => words.has(word)) : looseWords.some((word) => words.has(word));
    const isOf = (named: Parameters<typeof nameOf>[0]) => [...words].every((word) => nameOf(named).looseWords.includes(word)); // prettier-ignore
    if (register.namedBy(row).some(isOf)) return [];
    return people.sharing(name).flatMap((person) => (hasWord(person) ? person.id : []));
  });
}
