import type { Deed } from '#libs/accounts/audit/audit';
import type { Sql } from '#libs/core/database/database';
import type { Student } from '#libs/students/student.entity';

export type Change = NonNullable<Deed['changes']>[number];

/** What the audit of a student looks at. */
export interface Recorded {
  student_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  location_id: string;
  active: boolean;
}

export const recordedOf = ({ studentId, firstName, lastName, email, locationId, active }: Student): Recorded => ({
  student_id: studentId,
  first_name: firstName,
  last_name: lastName,
  email,
  location_id: locationId,
  active,
});

/** What changed, with its values: the audit forgets those of a person who is erased. */
export const changesOf = (from: Recorded, to: Recorded): Change[] =>
  FIELDS.map(([field, key]) => ({ field, from: from[key], to: to[key] })).filter((change) => change.from !== change.to);

const FIELDS: readonly [field: string, key: keyof Recorded][] = [
  ['student_id', 'student_id'],
  ['first_name', 'first_name'],
  ['last_name', 'last_name'],
  ['email', 'email'],
  ['location', 'location_id'],
  ['active', 'active'],
];

export const studentDeed = (siteId: string, action: string, subjectId: string, changes: Change[] = []): Deed => ({
  siteId,
  action,
  subjectKind: 'student',
  subjectId,
  changes,
});

const CREATED = `
SELECT id, jsonb_path_query_array(jsonb_build_array(
  jsonb_build_object('field', 'student_id', 'from', NULL, 'to', student_id),
  jsonb_build_object('field', 'first_name', 'from', NULL, 'to', first_name),
  jsonb_build_object('field', 'last_name', 'from', NULL, 'to', last_name),
  jsonb_build_object('field', 'email', 'from', NULL, 'to', email),
  jsonb_build_object('field', 'type', 'from', NULL, 'to', type),
  jsonb_build_object('field', 'location', 'from', NULL, 'to', location_id),
  jsonb_build_object('field', 'active', 'from', NULL, 'to', active)), '$[*] ? (@.to != null)') AS changes
FROM students WHERE site_id = $1 AND id = ANY ($2) ORDER BY id`;

/** What the audit says of students that were made in this transaction. */
export async function creationDeeds(sql: Sql, siteId: string, ids: string[]): Promise<Deed[]> {
  if (ids.length === 0) return [];
  const rows = await sql.rows<{ id: string; changes: Change[] }>(CREATED, [siteId, ids]);
  return rows.map(({ id, changes }) => studentDeed(siteId, 'student.created', id, changes));
}
