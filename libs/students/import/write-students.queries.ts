import type { Sql } from '#libs/core/database/transaction';
import { LIVE, LOCK_STUDENTS, type StudentRecord } from '#libs/students/import/import.queries';
import { assignments, columnsFor, IMPORTED_FIELDS, recordTypes } from '#libs/students/student-fields';
import { setList, update } from '#libs/core/database/columns';
import { Student } from '#libs/students/student.entity';

const DEACTIVATE = `
${update(Student, { active: 'false', version: 's.version + 1', updatedAt: '$3' }, 's')}
WHERE s.site_id = $1 AND s.id = ANY($2::uuid[]) AND s.active AND s.deleted_at IS NULL AND NOT ${LIVE} RETURNING s.id`;

/** Deactivates the students without a live booking, and returns their ids. */
export async function deactivate(sql: Sql, siteId: string, ids: string[], now: Date): Promise<Set<string>> {
  // A statement of its own: after it no new booking of theirs can be made, and the next statement sees those that were made before.
  await sql.rows(LOCK_STUDENTS, [siteId, ids]);
  return new Set((await sql.rows<{ id: string }>(DEACTIVATE, [siteId, ids, now])).map(({ id }) => id));
}

const GIVEN = `jsonb_to_recordset($2) AS g (id uuid, ${recordTypes(IMPORTED_FIELDS)})`;
const UPDATE = `
UPDATE students s SET ${assignments(IMPORTED_FIELDS)}, ${setList(Student, { active: 'true', version: 's.version + 1', updatedAt: '$3' })}
FROM ${GIVEN} WHERE s.site_id = $1 AND s.id = g.id`;
export const updateStudents = (sql: Sql, siteId: string, records: StudentRecord[], now: Date) =>
  sql.rows(UPDATE, [siteId, JSON.stringify(records), now]);
const INSERT = `
INSERT INTO students (site_id, id, ${columnsFor(IMPORTED_FIELDS)}, created_at, updated_at)
SELECT $1, g.id, ${IMPORTED_FIELDS.map((name) => `g.${name}`).join(', ')}, $3, $3 FROM ${GIVEN}
ON CONFLICT DO NOTHING RETURNING id`;

/** Writes new students, except those whose student id or email was taken at the same moment; returns the written ones. */
export async function insertStudents(
  sql: Sql,
  siteId: string,
  records: StudentRecord[],
  now: Date,
): Promise<Set<string>> {
  const rows = await sql.rows<{ id: string }>(INSERT, [siteId, JSON.stringify(records), now]);
  return new Set(rows.map(({ id }) => id));
}

const HOLDERS = `
SELECT g.id, s.id AS holder, lower(s.student_id) = lower(g.student_id) AS has_student_id FROM ${GIVEN}
JOIN students s ON s.site_id = $1 AND s.deleted_at IS NULL AND (lower(s.student_id) = lower(g.student_id) OR lower(s.email) = lower(g.email))
ORDER BY has_student_id`;

/** The students who have the student id, or else the email, of those who were not written. */
export async function findHolders(sql: Sql, siteId: string, records: StudentRecord[]) {
  const rows = await sql.rows<{ id: string; holder: string; has_student_id: boolean }>(HOLDERS, [
    siteId,
    JSON.stringify(records),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}
