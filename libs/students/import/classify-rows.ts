import { isContradicted, livesElsewhere, type Surroundings } from '#libs/students/import/identity';
import type { KeyedRow, Known } from '#libs/students/import/known';
import type { Cause, ReadRow } from '#libs/students/import/rows';
import { isNoName } from '#libs/students/import/unlikely';
import { isMadeStudentId } from '#libs/students/student-id';

/** Somebody whom a row without a student of its own might mean. */
export interface Candidate {
  row: number;
  id: string;
  student_id: string;
  email: string | null;
  date_of_birth: string | null;
  by: 'student_id' | 'name' | 'merged';
}

/** What becomes of a row: a change of `known`, a new student when that is null, or nothing because of `cause`. */
export interface Verdict {
  row: KeyedRow;
  known: Known | null;
  cause: Cause | null;
  /** Whom the cause is about; null when nobody. */
  existing: string | null;
}

/** Who is there, by the identities that rows name them with. */
export class Register {
  private readonly byStudentId: Map<string, Known>;
  private readonly byEmail: Map<string, Known>;

  constructor(known: Known[]) {
    this.byStudentId = new Map(known.map((each) => [each.student_key, each]));
    this.byEmail = new Map(known.flatMap((each) => (each.email_key === null ? [] : [[each.email_key, each]])));
  }

  withStudentId = ({ student_key: key }: KeyedRow) => (key === null ? undefined : this.byStudentId.get(key));
  withEmail = ({ email_key: key }: KeyedRow) => (key === null ? undefined : this.byEmail.get(key));
  /** Whom a row names: one student, or two when its student id is one's and its email another's. */
  namedBy = (row: KeyedRow): Known[] => [this.withStudentId(row), this.withEmail(row)].flatMap((each) => each ?? []);
}

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
  const verdicts = rows.map((row): Verdict => ({ row, known: null, cause: row.cause, existing: null }));
  refuseHomeless(verdicts, register);
  refuseDuplicates(verdicts);
  claimByStudentId(verdicts, register);
  claimByEmail(verdicts, register);
  refuseContradictions(verdicts, surroundings);
  refuseNoNames(verdicts);
  refusePossibleMatches(verdicts, possibleMatches(rows, register, candidates));
  refuseSamePeople(verdicts);
  refuseEmailsInUse(verdicts, register);
  for (const verdict of verdicts) verdict.existing ??= register.namedBy(verdict.row)[0]?.id ?? null;
  return verdicts;
}

const open = (verdicts: Verdict[]) => verdicts.filter(({ cause }) => cause === null);

/** A row may leave out the location of somebody who has left, and so has none. */
function refuseHomeless(verdicts: Verdict[], register: Register): void {
  for (const verdict of open(verdicts)) {
    if (verdict.row.location_id !== null) continue;
    const named = register.namedBy(verdict.row);
    const left = named.length > 0 && named.every(({ location }) => location === null);
    if (!left) verdict.cause = 'missing_required_field';
  }
}

/** Later rows with the student id or the email of an earlier one; without either, with its name. */
function refuseDuplicates(verdicts: Verdict[]): void {
  const seen = { student: new Set<string>(), email: new Set<string>(), name: new Set<string>() };
  for (const verdict of open(verdicts)) {
    const { student_key: student, email_key: email, name_key } = verdict.row;
    const name = student === null && email === null ? name_key : null;
    const keys = [
      [seen.student, student],
      [seen.email, email],
      [seen.name, name],
    ] as const;
    if (keys.some(([set, key]) => key !== null && set.has(key))) verdict.cause = 'duplicate_in_file';
    else for (const [set, key] of keys) if (key !== null) set.add(key);
  }
}

function claimByStudentId(verdicts: Verdict[], register: Register): void {
  for (const verdict of open(verdicts)) verdict.known = register.withStudentId(verdict.row) ?? null;
}

/** A student whom one row names by student id and another by email belongs to the first. */
function claimByEmail(verdicts: Verdict[], register: Register): void {
  // Of several rows with one student id the one that stands comes last, and so is the one that is kept.
  const refusedFirst = [...verdicts.filter(({ cause }) => cause !== null), ...open(verdicts)];
  const owners = new Map(refusedFirst.map((each) => [register.withStudentId(each.row)?.id, each]));
  for (const verdict of open(verdicts)) {
    const known = verdict.known ? undefined : register.withEmail(verdict.row);
    if (!known) continue;
    const owner = owners.get(known.id);
    const { student_key: studentKey } = verdict.row;
    if (!owner || (owner.cause && studentKey === null)) verdict.known = known;
    // With a student id of its own it is somebody new, who gets the email if the other row gives it up.
    else if (studentKey === null) {
      verdict.cause = 'duplicate_in_file';
      // The one row gives up the email by which the other names the student: the list contradicts itself.
      if (owner.row.email_key !== null) owner.cause = 'duplicate_in_file';
    }
  }
}

/** Whether something tells a row apart from somebody of that name. The same day of birth outweighs other identities. */
function contradicts(row: ReadRow, { by, student_id, email, date_of_birth }: Candidate): boolean {
  if (by !== 'name') return false;
  if (row.date_of_birth !== null && date_of_birth !== null) return row.date_of_birth !== date_of_birth;
  return (row.student_id !== null && !isMadeStudentId(student_id)) || (row.email !== null && email !== null);
}

/** Whom rows might mean, by the index of the row: nobody whom another row names, nobody who must be somebody else. */
function possibleMatches(
  rows: KeyedRow[],
  register: Register,
  candidates: Candidate[],
): Map<number, [string, ...string[]]> {
  const named = new Set(rows.flatMap((row) => register.namedBy(row).map(({ id }) => id)));
  const matches = new Map<number, [string, ...string[]]>();
  for (const candidate of candidates) {
    const row = rows[candidate.row];
    const isOthers = candidate.by !== 'merged' && named.has(candidate.id);
    if (!row || isOthers || contradicts(row, candidate)) continue;
    const others = matches.get(candidate.row);
    if (others) others.push(candidate.id);
    else matches.set(candidate.row, [candidate.id]);
  }
  return matches;
}

function refusePossibleMatches(verdicts: Verdict[], matches: Map<number, [string, ...string[]]>): void {
  for (const verdict of open(verdicts)) {
    const match = verdict.known ? undefined : matches.get(verdict.row.index);
    if (match) Object.assign(verdict, { cause: 'possible_match', existing: match[0] });
  }
}

/** A new person with the name and the day of birth of somebody whom another row names or makes: one of them is enough. */
function refuseSamePeople(verdicts: Verdict[]): void {
  const keyOf = ({ row, known }: Verdict) => {
    const born = row.date_of_birth ?? known?.date_of_birth;
    return born && row.name_key ? `${row.name_key.split(' ').filter(Boolean).sort().join(' ')}/${born}` : null;
  };
  const seen = new Map(open(verdicts).flatMap((each) => (each.known ? [[keyOf(each), each.known.id] as const] : [])));
  for (const verdict of open(verdicts)) {
    const key = verdict.known ? null : keyOf(verdict);
    if (key === null) continue;
    if (seen.has(key)) Object.assign(verdict, { cause: 'duplicate_in_file', existing: seen.get(key) });
    else seen.set(key, '');
  }
}

/** Who somebody is, and where they live, is not changed by a row that may be about somebody else. */
function refuseContradictions(verdicts: Verdict[], surroundings: Surroundings): void {
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    if (!known) continue;
    if (isContradicted(row, known, surroundings)) verdict.cause = 'identity_conflict';
    else if (livesElsewhere(row, known, surroundings)) verdict.cause = 'lives_elsewhere';
    if (verdict.cause !== null) verdict.existing = known.id;
  }
}

/** A name that nobody has yet has to be one name of one person; of one who has no last name, one word. */
function refuseNoNames(verdicts: Verdict[]): void {
  for (const verdict of open(verdicts)) {
    const { row, known } = verdict;
    const isNew = (field: 'first_name' | 'last_name') => row[field] !== null && row[field] !== known?.[field];
    const isWrong = (['first_name', 'last_name'] as const).some((field) => isNew(field) && isNoName(row[field] ?? ''));
    const isWhole = known === null && row.last_name === null && /\s/u.test(row.first_name ?? '');
    if (isWrong || isWhole) verdict.cause = 'missing_required_field';
  }
}

const wantsEmail = ({ row, known }: Verdict): boolean =>
  row.email_key !== null && row.email_key !== (known?.email_key ?? null);

/** A row gets an email that somebody has only when another row moves that one to a new email; so two can swap theirs. */
function refuseEmailsInUse(verdicts: Verdict[], register: Register): void {
  const wanting = new Map(open(verdicts).flatMap((each) => (wantsEmail(each) ? [[each.row.email_key, each]] : [])));
  const moving = new Set([...wanting.values()].map(({ known }) => known?.id));
  const queue = [...wanting.values()];
  // The queue grows: who is refused keeps an email that another row may be waiting for.
  for (const verdict of queue) {
    const holder = register.withEmail(verdict.row);
    if (verdict.cause || !holder || moving.has(holder.id)) continue;
    Object.assign(verdict, { cause: 'email_in_use', existing: holder.id });
    if (!verdict.known) continue;
    moving.delete(verdict.known.id);
    const next = wanting.get(verdict.known.email_key);
    if (next) queue.push(next);
  }
}

/** Everybody whom a row names or might mean, however faulty the row is. */
export function presentIn(verdicts: Verdict[], register: Register, candidates: Candidate[]): string[] {
  const rows = verdicts.map(({ row }) => row);
  const named = rows.flatMap((row) => register.namedBy(row).map(({ id }) => id));
  // A row with the identity of one that stands means the student of that one, and nobody else.
  const standing = open(verdicts).map(({ row }) => row);
  const studentIds = new Set(standing.map((row) => row.student_key));
  const emails = new Set(standing.map((row) => row.email_key));
  const meansAnother = ({ student_key: studentId, email_key: email }: KeyedRow) =>
    (studentId !== null && studentIds.has(studentId)) || (email !== null && emails.has(email));
  const meant = [...possibleMatches(rows, register, candidates)].flatMap(([index, ids]) => {
    const row = rows[index];
    return row && meansAnother(row) ? [] : ids;
  });
  return [...named, ...meant];
}
