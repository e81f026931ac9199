import { HouseForms } from '#libs/students/import/address-forms';
import { isDoubtfulEmail } from '#libs/matching/doubtful-emails';
import { isContradicted, livesElsewhere, type Surroundings } from '#libs/students/import/identity';
import { refuseDraggedBirths, refuseUnlikelyBirths } from '#libs/students/import/birth-dates';
import { firstNamesOf } from '#libs/students/import/first-names';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { type Candidate, possibleMatches } from '#libs/students/import/possible-matches';
import { refuseMovedEmails } from '#libs/students/import/moved-emails';
import { refuseEmailsOfOthers } from '#libs/students/import/emails-of-others';
import { stepsOf } from '#libs/students/import/plan';
import { refuseNoPeople } from '#libs/students/import/no-people';
import { refuseRepeats } from '#libs/students/import/repeats';
import { refuseSamePeople } from '#libs/students/import/same-people';
import {
  noteSlippedNames,
  refuseRest,
  refuseSlippedBirths,
  refuseSlippedIds,
  refuseSlippedRooms,
} from '#libs/students/import/slipped-cells';
import { refuseSlippedColumns } from '#libs/students/import/slipped-columns';
import { refuseSlippedNames } from '#libs/students/import/slipped-names';
import { refuseTurnedNames } from '#libs/students/import/turned-names';
import { isStale } from '#libs/students/import/stale';
import { isNobody, isNoName, isNoNewId } from '#libs/students/import/unlikely';
import { open, type Register, type Verdict } from '#libs/students/import/verdicts';

/**
 * Decides each row on its own merits and against the others. The same list on the result of its import decides nothing
 * new: what a row is refused for is either in the row, or stays as it is because the row was refused.
 */
export function classifyStudentRows(
  rows: KeyedRow[],
  register: Register,
  candidates: Candidate[],
  surroundings: Surroundings,
): Verdict[] {
  const verdicts = rows.map((row): Verdict => ({
    row,
    known: null,
    cause: row.cause,
    person: row.index,
    existing: null,
  }));
  const houses = new HouseForms(surroundings.people, verdicts);
  const isFirstName = firstNamesOf(surroundings.people, verdicts);
  refuseHomeless(verdicts, register);
  refuseRepeats(verdicts, register);
  claimRecords(verdicts, register);
  refuseOtherRecords(verdicts);
  refuseContradictions(verdicts, surroundings);
  noteSlippedNames(verdicts);
  refuseSlippedIds(verdicts, surroundings);
  refuseSlippedRooms(verdicts, register);
  refuseNoNames(verdicts, surroundings);
  refusePossibleMatches(verdicts, possibleMatches(rows, namedIn(verdicts, register), candidates, surroundings.isRoom));
  refuseNoIdentities(verdicts, surroundings);
  refuseUnlikelyBirths(verdicts, surroundings.today);
  refuseDraggedBirths(verdicts);
  refuseSlippedNames(verdicts, houses);
  refuseEmailsOfOthers(verdicts, surroundings.people, houses, isFirstName);
  refuseSamePeople(verdicts, register, surroundings.isRoom);
  refuseSlippedBirths(verdicts);
  refuseSlippedColumns(verdicts, register, surroundings.people, houses);
  refuseMovedEmails(verdicts, register);
  refuseTurnedNames(verdicts, surroundings.people, houses, isFirstName);
  refuseNoPeople(verdicts, surroundings.people);
  refuseRest(verdicts, houses);
  for (const verdict of verdicts)
    verdict.existing ??= register.namedBy(verdict.row)[0]?.id ?? verdict.row.meant ?? null;
  return verdicts;
}

/** A row may leave out the location of somebody who has left, and so has none. */
function refuseHomeless(verdicts: Verdict[], register: Register): void {
  for (const verdict of open(verdicts)) {
    if (verdict.row.location_id !== null) continue;
    const named = register.namedBy(verdict.row);
    const left = named.length > 0 && named.every(({ location }) => location === null);
    if (!left) verdict.cause = 'missing_required_field';
  }
}

/** A student id says who is meant; where it is nobody's, the email does. */
function claimRecords(verdicts: Verdict[], register: Register): void {
  for (const verdict of open(verdicts))
    verdict.known = register.withStudentId(verdict.row) ?? register.withEmail(verdict.row) ?? null;
}

/** Whom rows certainly name: one that contradicts somebody, or has the id and the email of two people, may mean somebody else. */
function namedIn(verdicts: Verdict[], register: Register): Set<string> {
  const whom = ({ row, known, cause }: Verdict): Known[] => {
    const named = register.namedBy(row);
    const isOne = named.every(({ id }) => id === named[0]?.id);
    return cause === 'identity_conflict' ? [] : known ? [known] : isOne ? named : [];
  };
  return new Set(verdicts.flatMap(whom).map(({ id }) => id));
}

function refusePossibleMatches(verdicts: Verdict[], matches: Map<number, [string, ...string[]]>): void {
  for (const verdict of open(verdicts)) {
    const match = verdict.known ? undefined : matches.get(verdict.row.index);
    if (match) Object.assign(verdict, { cause: 'possible_match', existing: match[0] });
  }
}

/** A row that has the id of a record is about that one. */
function refuseOtherRecords(verdicts: Verdict[]): void {
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    if (row.record_id !== null && row.record_id.toLowerCase() !== known?.id) verdict.cause = 'identity_conflict';
  }
}

/** Tells whether a row has a name of another student whom the list names, or the id or email of one whose name stands in another row. */
function namesOfOthers(verdicts: readonly Verdict[]): (row: KeyedRow, known: Known) => boolean {
  const known = verdicts.flatMap((verdict) => verdict.known ?? []);
  const [firsts, lasts] = [new Set(known.map((each) => each.first_name)), new Set(known.map((each) => each.last_name))];
  const fullNames = new Set(verdicts.map(({ row }) => `${row.first_name} ${row.last_name}`));
  return ({ first_name: first, last_name: last }, record) =>
    (first !== null && first !== record.first_name && firsts.has(first)) ||
    (last !== null && last !== record.last_name && lasts.has(last)) ||
    (`${first} ${last}` !== `${record.first_name} ${record.last_name}` &&
      fullNames.has(`${record.first_name} ${record.last_name}`));
}

/** A row that may be about somebody else changes neither the identity nor the location of a student. */
function refuseContradictions(verdicts: Verdict[], surroundings: Surroundings): void {
  const isOfOthers = namesOfOthers(verdicts);
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    if (!known) continue;
    if (isContradicted(row, known, surroundings))
      Object.assign(verdict, { cause: 'identity_conflict', ...(isOfOthers(row, known) && { mixed: 'any' }) });
    else if (livesElsewhere(row, known, surroundings)) verdict.cause = 'lives_elsewhere';
    else if (isStale(row, known, surroundings.timeZone) && isChanged(verdict)) verdict.cause = 'changed_since_export';
    if (verdict.cause !== null) verdict.existing = known.id;
  }
}

const isChanged = (verdict: Verdict): boolean => stepsOf([verdict]).some(({ changes }) => changes.length > 0);

/** A new name has to be one name of one person, and a single word if there is no last name. */
function refuseNoNames(verdicts: Verdict[], { isPlace, people }: Surroundings): void {
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    const isOfOtherColumn = (name: string) => isNoName(name) || (/\d/.test(name) && (isPlace(name) || people.withStudentId(name).length > 0)); // prettier-ignore
    const isNew = (field: 'first_name' | 'last_name') => row[field] !== null && row[field] !== known?.[field];
    const isWrong = (['first_name', 'last_name'] as const).some(
      (field) => isNew(field) && isOfOtherColumn(row[field] ?? ''),
    );
    // Birch and Hall are names of people, but North House is not.
    const isHouse = known === null && [row.first_name ?? '', row.last_name ?? ''].some((name) => /\S\s+\S/u.test(name) && isPlace(name)); // prettier-ignore
    const isSex = known === null && /^[MFmf]$/u.test(row.first_name ?? '');
    const isWhole = known === null && row.last_name === null && /\s/u.test(row.first_name ?? '');
    const isRemark = known === null && isNobody(row.first_name ?? '', row.last_name ?? '');
    if (isWrong || isWhole || isRemark || isHouse || isSex) verdict.cause = 'missing_required_field';
  }
}

/** A new id and a new email address have to be a single one each, and the room of a row is no id of its student. */
function refuseNoIdentities(verdicts: Verdict[], { ids, isPlace }: Surroundings): void {
  for (const verdict of open(verdicts)) {
    const { student_id: id, student_key, email, email_key, location_id } = verdict.row;
    const isNone = (text: string) => isNoNewId(text) || ids.isDoubtful(text) || ids.isNumberOfElse(text) || isPlace(text, location_id); // prettier-ignore
    if (id !== null && student_key !== verdict.known?.student_key && isNone(id)) verdict.cause = 'missing_required_field'; // prettier-ignore
    else if (email !== null && email_key !== verdict.known?.email_key && isDoubtfulEmail(email)) verdict.cause = 'invalid_email'; // prettier-ignore
  }
}
