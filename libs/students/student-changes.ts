import type { AuditEntry } from '#libs/accounts/audit/audit';
import type { Sql } from '#libs/core/database/transaction';
import {
  expressionOf,
  RECORDED_FIELDS,
  type RecordedField,
  type Values,
  valuesOf,
} from '#libs/students/student-fields';
import type { Student } from '#libs/students/student.entity';

export type Change = NonNullable<AuditEntry['changes']>[number];

/** The values of a student that the audit compares. */
export type Recorded = Values<RecordedField>;

export const recordedOf = (student: Student): Recorded => valuesOf(RECORDED_FIELDS, student);

/** What changed, with its values: the audit forgets those of a person who is erased. */
export const changesOf = (from: Partial<Recorded>, to: Partial<Recorded>): Change[] =>
  RECORDED_FIELDS.map((field) => ({ field, from: from[field], to: to[field] })).filter(
    (change) => change.from !== change.to,
  );

export const studentEntry = (
  siteId: string,
  action: string,
  subjectId: string,
  changes: Change[] = [],
): AuditEntry => ({
  siteId,
  action,
  subjectKind: 'student',
  subjectId,
  changes,
});

const created = (field: RecordedField) =>
  `jsonb_build_object('field', '${field}', 'from', NULL, 'to', ${expressionOf(field)})`;
const CREATED = `
SELECT s.id, jsonb_path_query_array(jsonb_build_array(${RECORDED_FIELDS.map(created).join(', ')}), '$[*] ? (@.to != null)') AS changes
FROM students s WHERE s.site_id = $1 AND s.id = ANY ($2) ORDER BY s.id`;

/** What the audit says of students that were made in this transaction. */
export async function creationEntries(sql: Sql, siteId: string, ids: string[]): Promise<AuditEntry[]> {
  if (ids.length === 0) return [];
  const rows = await sql.rows<{ id: string; changes: Change[] }>(CREATED, [siteId, ids]);
  return rows.map(({ id, changes }) => studentEntry(siteId, 'student.created', id, changes));
}
