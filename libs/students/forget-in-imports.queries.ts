import { escapeLike } from '#libs/core/database/like';
import type { Sql } from '#libs/core/database/transaction';
import { inJson } from '#libs/students/mentions';
import type { Student } from '#libs/students/student.entity';

// Also rows about their stays, and rows that could not say whom they mean: they name the person in a cell, or among those whom it
// might be. Cells are looked at one by one only where the text of all says that it is worth it.
const FORGET_IN_IMPORTS = `
WITH stays AS (SELECT b.id, b.reference FROM bookings b WHERE b.site_id = $1 AND b.lead_person_id = $2)
UPDATE import_rows r SET cells = '{}', resolution = NULL, issues = issues_without_texts(r.issues),
  changes = without_values(r.changes, stays_in_trail())
WHERE r.site_id = $1 AND (r.person_id = $2
  OR names_any(concat(r.issues, r.cells, r.changes), $3)
  OR r.booking_id IN (SELECT id FROM stays)
  OR concat(r.cells ->> 'booking_id', r.resolution ->> 'booking_id') IN (SELECT id::text FROM stays UNION SELECT reference FROM stays)
  OR lower(r.cells ->> 'first_name') = lower($7) AND lower(r.cells ->> 'last_name') = lower($8)
  OR replace(concat(r.cells, r.resolution), '-', '') ILIKE ANY ($4)
    AND EXISTS (SELECT FROM jsonb_path_query(jsonb_build_array(r.cells, r.resolution), '$.**') AS cell, trim(cell #>> '{}') AS text
      WHERE jsonb_typeof(cell) IN ('string', 'number')
        AND (lower(text) = ANY ($5) OR ltrim(replace(lower(text), '-', ''), '0') = $6)))`;
export type Somebody = Pick<Student, 'siteId' | 'id' | 'studentId' | 'firstName' | 'lastName' | 'email'>;

/** Empties the rows of imports that name a student, by patterns of all names too, as long as it is known who that is. What became of them stays. */
export async function forgetInImports(sql: Sql, student: Somebody, names: readonly string[]): Promise<void> {
  const { siteId, id, studentId, firstName, lastName, email } = student;
  const bare = (text: string) => text.toLowerCase().replaceAll('-', '');
  const core = bare(studentId).replace(/^0+/, '');
  const inIssues = [...names, `(${studentId})`].map(inJson);
  const inCells = [bare(id), core, bare(email ?? '')].filter(Boolean).map((text) => `%${escapeLike(inJson(text))}%`);
  const exactly = [id, email?.toLowerCase()].filter(Boolean);
  await sql.rows(FORGET_IN_IMPORTS, [siteId, id, inIssues, inCells, exactly, core || null, firstName, lastName]);
}
