import { FilePeople } from '#libs/matching/file-people';
import { fitOf, type NameFit } from '#libs/matching/people';
import type { PeopleIndex } from '#libs/matching/people-index';
import { nameOf, PersonName } from '#libs/matching/person-name';
import { idShape } from '#libs/matching/text';
import { writtenForm } from '#libs/matching/tolerances';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { isMadeStudentId } from '#libs/students/student-id';

/** What else is known of whom rows name: everybody of the site and the list, and where residents live. */
export interface Surroundings {
  people: PeopleIndex;
  list: FilePeople;
  /** The rooms of those who are checked in, by person. */
  homes: ReadonlyMap<string, readonly string[]>;
}

/** Whom the rows of a list name. */
export function listOf(rows: readonly KeyedRow[], people: PeopleIndex): FilePeople {
  const list = new FilePeople(people);
  for (const row of rows) list.add(row);
  return list;
}

/**
 * Whether a row contradicts the student whom its student id or email names: by rules of the import of bookings. A list may
 * give somebody another last name, when student id, email and first name all stay, and another date of birth, when student id,
 * email and name do.
 */
export function isContradicted(row: KeyedRow, known: Known, { people, list }: Surroundings): boolean {
  const person = people.get(known.id);
  if (!person) return false;
  const fit = fitOf(new PersonName(row.first_name, row.last_name), person, people, list);
  const [hasId, hasEmail] = [row.student_key === known.student_key, row.email_key === known.email_key];
  const otherBirth =
    row.date_of_birth !== null && known.date_of_birth !== null && row.date_of_birth !== known.date_of_birth;
  if (otherBirth && !(fit === 'same' && hasId && hasEmail && row.email_key !== null)) return true;
  if (fit === 'other' && hasId && hasEmail && row.email_key !== null) return !hasFirstName(row, known);
  const otherEmail = row.email_key !== null && known.email_key !== null && !hasEmail;
  // Zeros that were eaten, and a letter for a digit, make no new id.
  if (isMistyped(row, known)) return true;
  if (isTurned(row, known)) return true;
  const otherId = row.student_key !== null && !hasId && !isMadeStudentId(known.student_id);
  return !(otherEmail || otherId ? SURE : LIKELY).includes(fit);
}

const isMistyped = ({ student_id: id, student_key: key }: KeyedRow, known: Known): boolean =>
  id !== null && key !== known.student_key && idShape(id) === idShape(known.student_id);

/** The names of the student in another order: one of the two has them in the wrong columns. */
const isTurned = ({ first_name, last_name }: KeyedRow, known: Known): boolean =>
  first_name !== null && last_name !== null && new PersonName(first_name, last_name).like(nameOf(known)) === 'ordered';

const SURE: NameFit[] = ['same'];
const LIKELY: NameFit[] = ['same', 'tolerated'];

const hasFirstName = ({ first_name }: KeyedRow, known: Known): boolean =>
  first_name !== null && writtenForm(first_name) === writtenForm(known.first_name);

/** Whether a row moves somebody out of the room that they are checked in to, which only their booking does. */
export function livesElsewhere({ location_id: wanted }: KeyedRow, known: Known, { homes }: Surroundings): boolean {
  const rooms = homes.get(known.id) ?? [];
  return wanted !== known.location && rooms.length > 0 && !rooms.some((room) => room === wanted);
}
