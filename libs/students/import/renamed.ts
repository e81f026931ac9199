import { PeopleIndex } from '#libs/matching/people-index';
import { nameOf } from '#libs/matching/person-name';
import type { KeyedRow } from '#libs/students/import/known';
import type { Candidate } from '#libs/students/import/possible-matches';
import { areSimilarNames } from '#libs/students/import/similar-names';
import type { Register } from '#libs/students/import/verdicts';

/** So many of those who leave and share a word of a name are compared with a row. */
const MOST_COMPARED = 200;

/**
 * Active students whom a full list does not name, while it has somebody new with nearly the same name (equal names are compared elsewhere): the list may have the same person with another id
 * and a typing error.
 */
export function renamedOf(rows: readonly KeyedRow[], register: Register, people: PeopleIndex): Candidate[] {
  const named = new Set(rows.flatMap((row) => register.namedBy(row).map(({ id }) => id)));
  const leaving = new PeopleIndex(people.all.filter(({ id, active }) => active && !named.has(id)));
  if (leaving.all.length === 0) return [];
  return rows.flatMap((row, index) => {
    if (register.namedBy(row).length > 0 || row.first_name === null || row.last_name === null) return [];
    const name = nameOf(row);
    return leaving
      .sharing(name)
      .slice(0, MOST_COMPARED)
      .filter((person) => person.name.loose !== name.loose && areSimilarNames(row, person))
      .map(({ id, student_id, email }): Candidate => ({ row: index, id, student_id, email, date_of_birth: null, location: null, by: 'leaving' })); // prettier-ignore
  });
}
