import { areFormsOfOne } from '#libs/matching/damaged-ids';
import { areAlikeDays, areAlikeEmails } from '#libs/matching/alike-values';
import type { KeyedRow } from '#libs/students/import/known';
import { open, type Register, type Verdict } from '#libs/students/import/verdicts';
import { isNearId } from '#libs/matching/damaged-ids';
import { isNoNewId } from '#libs/students/import/unlikely';
import { idsThatCountOn } from '#libs/students/import/usual-ids';
import { isMadeStudentId } from '#libs/students/student-id';

/** Somebody whom a row without a student of its own might mean. */
export interface Candidate {
  row: number;
  id: string;
  student_id: string;
  email: string | null;
  date_of_birth: string | null;
  location: string | null;
  /** `leaving`: by the name, and a full list has nobody else who could be this active student. `birth`: by a similar name and the date of birth. */
  by: 'student_id' | 'name' | 'leaving' | 'birth' | 'merged';
  active?: boolean;
}

/**
 * Whether something distinguishes a row from a person with that name. If the room is the same, or the email or the date of birth is nearly the
 * same, it may be the same person, even if the ids differ.
 */
function contradicts(
  row: KeyedRow,
  { by, student_id, email, date_of_birth, location }: Candidate,
  isRoom: IsRoom,
  countsOn: boolean,
): boolean {
  if (by === 'leaving') return row.date_of_birth !== null && date_of_birth !== null && !areAlikeDays(row.date_of_birth, date_of_birth); // prettier-ignore
  if (by !== 'name') return false;
  if (row.location_id !== null && row.location_id === location && isRoom(location)) return false;
  if (row.email !== null && email !== null && areAlikeEmails(row.email, email)) return false;
  if (row.date_of_birth !== null && date_of_birth !== null) return !areAlikeDays(row.date_of_birth, date_of_birth);
  const isMade = isMadeStudentId(student_id);
  if (
    row.student_id !== null &&
    !isMade &&
    (areFormsOfOne(row.student_id, student_id) || isNearId(row.student_id, student_id))
  )
    return false;
  // A text that is not an id counts as none, and one that was filled down says nothing.
  const isUnknown = row.student_id === null || isNoNewId(row.student_id) || countsOn;
  return (!isUnknown && !isMade) || (row.email !== null && email !== null);
}

/** Whether a location is one that people live in, rather than a building. */
export type IsRoom = (id: string) => boolean;

/**
 * Whom rows might mean, by the index of the row: nobody who is `named` by another row, nobody who must be somebody else. Ids that count on from row to row
 * distinguish nobody.
 */
export function possibleMatches(
  rows: KeyedRow[],
  named: ReadonlySet<string>,
  candidates: Candidate[],
  isRoom: IsRoom,
): Map<number, [string, ...string[]]> {
  const counting = idsThatCountOn(rows);
  const matches = new Map<number, [string, ...string[]]>();
  for (const candidate of candidates) {
    const row = rows[candidate.row];
    const isOthers = candidate.by !== 'merged' && named.has(candidate.id);
    if (!row || isOthers || contradicts(row, candidate, isRoom, counting.has(row))) continue;
    const others = matches.get(candidate.row);
    if (others) others.push(candidate.id);
    else matches.set(candidate.row, [candidate.id]);
  }
  return matches;
}

/** Everybody whom a row names or might mean, however faulty the row is. */
export function presentIn(verdicts: Verdict[], register: Register, candidates: Candidate[], isRoom: IsRoom): string[] {
  const rows = verdicts.map(({ row }) => row);
  const named = rows.flatMap((row) => register.namedBy(row).map(({ id }) => id));
  // A row with the identity of an accepted row means the student of that row, and nobody else.
  const accepted = open(verdicts).map(({ row }) => row);
  const studentIds = new Set(accepted.map((row) => row.student_key));
  const emails = new Set(accepted.map((row) => row.email_key));
  const meansAnother = ({ student_key: studentId, email_key: email }: KeyedRow) =>
    (studentId !== null && studentIds.has(studentId)) || (email !== null && emails.has(email));
  const meant = [...possibleMatches(rows, new Set(named), candidates, isRoom)].flatMap(([index, ids]) => {
    const row = rows[index];
    return row && meansAnother(row) ? [] : ids;
  });
  return [...named, ...meant];
}
