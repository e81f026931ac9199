import type { AuditEntry } from '#libs/accounts/audit/audit';
import { newId } from '#libs/core/http/ids';
import type { Absent, StudentRecord } from '#libs/students/import/import.queries';
import type { Verdict } from '#libs/students/import/verdicts';
import { type Change, changesOf, studentEntry } from '#libs/students/student-changes';
import { IMPORTED_FIELDS, type ImportedField, type Values } from '#libs/students/student-fields';
import { keptName } from '#libs/students/import/kept-name';
import { newStudentId } from '#libs/students/student-id';

/** An accepted row, and the student that it creates or changes. */
export interface Step {
  verdict: Verdict;
  record: StudentRecord;
  changes: Change[];
}

/** Everything that an import is to write. */
export interface Plan {
  creations: Step[];
  updates: Step[];
}

/** The steps of the accepted rows, in their order, including those that change nothing. */
export const stepsOf = (verdicts: Verdict[]): Step[] =>
  verdicts
    .filter(({ cause }) => cause === null)
    .map((verdict) => {
      const record = recordOf(verdict);
      return { verdict, record, changes: verdict.known ? changesOf(verdict.known, { ...record, active: true }) : [] };
    });

// What somebody new is who has one name, and of whom nothing else is said.
const NEW: Partial<Record<ImportedField, string>> = { last_name: '', type: 'student' };

const NAMES = ['first_name', 'last_name'] as const;

// What a row leaves out stays as it is; only the first name and the location are in every accepted row.
function recordOf({ row, known }: Verdict): StudentRecord {
  const given: Partial<Record<ImportedField, string | null>> = { ...row, location: row.location_id };
  const values = IMPORTED_FIELDS.map((field) => [field, given[field] ?? known?.[field] ?? NEW[field] ?? null] as const);
  const record = Object.fromEntries(values) as Values<ImportedField>;
  if (known) for (const name of NAMES) record[name] = keptName(record[name] ?? '', known[name]);
  // Ids that lost capital letters are no other ids.
  if (known && row.student_id !== null && row.student_id === known.student_id.toLowerCase()) record.student_id = known.student_id; // prettier-ignore
  // A list in capitals has the same addresses.
  if (known?.email && row.email !== null && row.email === known.email.toUpperCase()) record.email = known.email;
  return { ...record, id: known?.id ?? newId(), student_id: record.student_id ?? newStudentId() };
}

export function planOf(steps: Step[]): Plan {
  const updates = steps.filter(({ verdict, changes }) => verdict.known && changes.length > 0);
  return {
    creations: steps.filter(({ verdict }) => !verdict.known),
    updates,
  };
}

/** What the audit says of an import: what it did as a whole, and to each student. Nothing when it changed nothing. */
export function auditEntriesOf(
  siteId: string,
  type: string,
  plan: Plan,
  created: AuditEntry[],
  deactivated: Absent[],
): AuditEntry[] {
  const left = [{ field: 'active', from: true, to: false }];
  const auditEntries = [
    ...created,
    ...plan.updates.map(({ record, changes }) => studentEntry(siteId, 'student.updated', record.id, changes)),
    ...deactivated.map(({ id }) => studentEntry(siteId, 'student.deactivated', id, left)),
  ];
  if (auditEntries.length === 0) return [];
  const counts = {
    type,
    created: plan.creations.length,
    updated: plan.updates.length,
    deactivated: deactivated.length,
  };
  const changes = Object.entries(counts).map(([field, to]) => ({ field, from: null, to }));
  return [{ siteId, action: 'students.imported', subjectKind: 'site', subjectId: siteId, changes }, ...auditEntries];
}

/** Whether an accepted step creates a student or changes one. */
export const isChange = ({ verdict, changes }: Step): boolean =>
  verdict.cause === null && (verdict.known === null || changes.length > 0);
