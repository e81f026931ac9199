import { FilePeople } from '#libs/matching/file-people';
import { fitOf, type NameFit } from '#libs/matching/people';
import type { PeopleIndex } from '#libs/matching/people-index';
import { nameOf, PersonName } from '#libs/matching/person-name';
import { areFormsOfOne, isNearId } from '#libs/matching/damaged-ids';
import { searchable } from '#libs/matching/text';
import { writtenForm } from '#libs/matching/tolerances';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { isNoNewId, isNoNewName } from '#libs/students/import/unlikely';
import type { UsualIds } from '#libs/students/import/usual-ids';
import { isMadeStudentId } from '#libs/students/student-id';

/** A name in one cell, as it is compared with that of somebody: a single name is the first one. */
export const nameInCell = (text: string, { last_name }: Pick<Known, 'last_name'>): PersonName =>
  last_name === '' ? new PersonName(text, '') : new PersonName(null, text, true);

/** What else is known of whom rows name: everybody of the site and the list, and where residents live. */
export interface Surroundings {
  people: PeopleIndex;
  list: FilePeople;
  /** How their ids look. */
  ids: UsualIds;
  /** The rooms of those who are checked in, or have a confirmed booking for today, by person. */
  homes: ReadonlyMap<string, readonly string[]>;
  timeZone: string;
  /** The day of the site. */
  today: string;
  /** Whether a location is called so; with an id, whether that one is. */
  isPlace: (text: string, id?: string | null) => boolean;
  isRoom: (id: string) => boolean;
}

/** Whom the rows of a list name. */
export function listOf(rows: readonly KeyedRow[], people: PeopleIndex): FilePeople {
  const list = new FilePeople(people);
  for (const row of rows) list.add({ ...row, full_name: row.whole?.text ?? null });
  return list;
}

/**
 * Whether a row contradicts the student whom its student id or email names: by rules of the import of bookings. A list may
 * give somebody a date of birth, but no other one than they have; and another last name only when student id, email and first name
 * all stay, and the present name or the email explains it.
 */
export function isContradicted(row: KeyedRow, known: Known, { people, list, ids, isPlace }: Surroundings): boolean {
  if (row.date_of_birth !== null && known.date_of_birth !== null && row.date_of_birth !== known.date_of_birth)
    return true;
  const person = people.get(known.id);
  if (!person) return false;
  const name = row.whole === null ? new PersonName(row.first_name, row.last_name) : nameInCell(row.whole.text, known);
  const fit = fitOf(name, person, people, list);
  const [hasId, hasEmail] = [row.student_key === known.student_key, row.email_key === known.email_key];
  if (fit === 'other' && hasId && hasEmail && row.email_key !== null)
    return !hasFirstName(row, known) || !isExplained(row, known, isPlace);
  const otherEmail = row.email_key !== null && known.email_key !== null && !hasEmail;
  if (isDamaged(row, known, ids) || hasPlaceAsId(row, known, isPlace) || isNearlyAnothers(row, known, people))
    return true;
  if (isTurned(row, known)) return true;
  const otherId = row.student_key !== null && !hasId && !isMadeStudentId(known.student_id);
  return !(otherEmail || otherId ? SURE : LIKELY).includes(fit);
}

/** Whether a row has the student's id with something lost, added or mistyped, or what is no id, rather than a new one. */
function isDamaged(
  { student_id: id, student_key: key }: KeyedRow,
  { student_id, student_key }: Known,
  ids: UsualIds,
): boolean {
  if (id === null || key === student_key) return false;
  if (isNoNewId(id) || ids.isUnusual(id) || ids.isNumberOfElse(id)) return true;
  if (isMadeStudentId(student_id)) return false;
  // An id that Lodge made, or words, in place of a number.
  if (ids.isOfOtherKind(id, student_id)) return true;
  const isLess = isMadeStudentId(id) || (/\p{N}/u.test(student_id) && !/\p{N}/u.test(id));
  return isLess || areFormsOfOne(id, student_id) || isNearId(id, student_id);
}

/** Whether the new id of a student is that of somebody else, but for what a spreadsheet or a typing error changes: a column of ids may have slipped. */
export function isNearlyAnothers(
  { student_id: id, student_key: key }: KeyedRow,
  known: Known,
  people: PeopleIndex,
): boolean {
  if (id === null || key === known.student_key) return false;
  return [...people.withShape(id), ...people.withDigits(id)].some((other) => other.id !== known.id);
}

const hasPlaceAsId = (
  { student_id: id, student_key }: KeyedRow,
  known: Known,
  isPlace: Surroundings['isPlace'],
): boolean => id !== null && student_key !== known.student_key && isPlace(id);

/**
 * Whether another last name is explained: it has the present one and a further one, as after a wedding, or the email has it. A remark, a status and
 * the cell of another column have nothing in common with the present name, and are in words that no list of them has.
 */
function isExplained({ last_name: name, email }: KeyedRow, known: Known, isPlace: Surroundings['isPlace']): boolean {
  if (name === null) return true;
  if (isNoNewName(name) || isPlace(name) || writtenForm(name) === writtenForm(known.first_name)) return false;
  return isJoined(name, known.last_name) || isInAddress(name, email ?? '');
}

/** Whether an address has a name in a part of its own: anna.weber@uni.example. */
function isInAddress(name: string, email: string): boolean {
  const parts = searchable(email.split('@')[0] ?? '').split(/[^\p{L}]+/u);
  return parts.length > 1 && parts.includes(searchable(name).replace(/[^\p{L}]+/gu, ''));
}

const isJoined = (name: string, part: string): boolean => {
  const parts = name.split(/(?<=\S)[-\u2010\u2011](?=\S)/u).map(writtenForm);
  return parts.length > 1 && new Set(parts).size === parts.length && writtenForm(part).split(' ').length === 1 && parts.includes(writtenForm(part)); // prettier-ignore
};

/** The names of the student in another order: one of the two has them in the wrong columns. */
const isTurned = ({ first_name, last_name }: KeyedRow, known: Known): boolean =>
  first_name !== null && last_name !== null && new PersonName(first_name, last_name).like(nameOf(known)) === 'ordered';

const SURE: NameFit[] = ['same'];
const LIKELY: NameFit[] = ['same', 'tolerated'];

const hasFirstName = ({ first_name }: KeyedRow, known: Known): boolean =>
  first_name !== null && writtenForm(first_name) === writtenForm(known.first_name);

/** Whether a row moves somebody out of the room that they are checked in to, or that is theirs today, which only their booking does. */
export function livesElsewhere({ location_id: wanted }: KeyedRow, known: Known, { homes }: Surroundings): boolean {
  const rooms = homes.get(known.id) ?? [];
  return wanted !== known.location && rooms.length > 0 && !rooms.some((room) => room === wanted);
}
