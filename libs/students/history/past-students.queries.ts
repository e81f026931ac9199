import { pastTable } from '#libs/accounts/audit/past-records.queries';
import { foldEntries } from '#libs/core/database/past';
import type { Sql } from '#libs/core/database/transaction';
import { STORED_FIELDS, type StoredField, columnsFor, expressionOf, typeOf } from '#libs/students/student-fields';
import type { Sight } from '#libs/students/sight';
import { selectStudents } from '#libs/students/students.queries';
import type { StudentResponse } from '#libs/students/students.dto';

const [SITE, ID, AT] = ['$1', '$2', '$3'];

// What the entries say by being there.
const SPECIAL: Partial<Record<StoredField, string>> = {
  _id: 'p.id',
  site: 'p.site_id',
  version: 'p.version - p.since + p.welfare_since',
  created_at: 'p.created_at',
  // The entry of a creation is some milliseconds younger than the record.
  updated_at: `CASE WHEN p.updated_at <= ${AT} THEN p.updated_at ELSE coalesce(p.changed_at, p.created_at) END`,
};
const NOW = STORED_FIELDS.filter((name) => !(name in SPECIAL))
  .map((name) => `'${name}', ${expressionOf(name)}`)
  .join(', ');
const FLAGS = `ARRAY(SELECT x.flag_id FROM public.student_flags x WHERE x.site_id = s.site_id AND x.student_id = s.id ORDER BY x.position)`;
const value = (name: StoredField) => SPECIAL[name] ?? `(p.state ->> '${name}')::${typeOf(name)}`;

// Reads and exports are in the audit as well, and change nothing.
const ENTRIES = `
  SELECT a.subject_id AS id, a.id AS n, a.at, a.changes, a.action FROM audit_events a
  WHERE a.site_id = ${SITE} AND a.subject_id = ${ID} AND a.subject_kind = 'student' AND a.action !~ '(_read|\\.exported)$'`;

const mark = (table: 'flags' | 'welfare_states', kind: 'flag' | 'welfare_state') =>
  pastTable(
    { table, kind, columns: { name: { field: 'name', type: 'text' }, colour: { field: 'colour', type: 'text' } } },
    '$1',
    '$3',
  );
const LOCATIONS = pastTable(
  { table: 'locations', kind: 'location', columns: { floor: { field: 'floor', type: 'text' } } },
  '$1',
  '$3',
);

// An erased person has no past any more.
const PAST = `WITH students_past AS MATERIALIZED (
  SELECT s.site_id, s.id, s.version, s.welfare_version, s.created_at, s.updated_at, coalesce(f.since, 0) AS since, w.*,
    jsonb_build_object(${NOW}, 'flags', ${FLAGS}) || coalesce(f.fields, '{}') AS state
  FROM public.students s LEFT JOIN (${foldEntries(ENTRIES, AT)}) f ON f.id = s.id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE e.action = 'student.welfare_changed' AND e.at > ${AT})::int AS welfare_since,
      max(e.at) FILTER (WHERE e.action = 'student.welfare_changed' AND e.at <= ${AT}) AS welfare_at,
      max(e.at) FILTER (WHERE e.action NOT IN ('student.created', 'student.welfare_changed') AND e.at <= ${AT}) AS changed_at FROM (${ENTRIES}) e) w
  WHERE s.site_id = ${SITE} AND s.id = ${ID} AND s.created_at <= ${AT} AND s.erased_at IS NULL AND (s.deleted_at IS NULL OR s.deleted_at > ${AT})
    AND NOT EXISTS (SELECT FROM student_merges m WHERE m.site_id = s.site_id AND m.merged_id = s.id AND m.merged_at <= ${AT} AND m.undone_at > ${AT})),
students AS MATERIALIZED (
  SELECT ${STORED_FIELDS.map((name) => `${value(name)} AS ${columnsFor([name])}`).join(', ')},
    p.welfare_version - p.welfare_since AS welfare_version, p.welfare_at AS welfare_updated_at, NULL::timestamptz AS deleted_at FROM students_past p),
student_flags AS MATERIALIZED (
  SELECT p.site_id, p.id AS student_id, u.id::uuid AS flag_id, u.position FROM students_past p
  CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(nullif(p.state -> 'flags', 'null'), '[]')) WITH ORDINALITY AS u (id, position)),
${mark('flags', 'flag')},
${mark('welfare_states', 'welfare_state')},
${LOCATIONS}`;

/** A student as the list showed them at a moment; undefined when they did not exist then, or are erased now. */
export async function findPastStudent(
  sql: Sql,
  siteId: string,
  id: string,
  at: Date,
  sight: Sight,
): Promise<StudentResponse | undefined> {
  const text = `${PAST}\n${selectStudents(sight, 'AND s.id = $2')}`;
  const [row] = await sql.rows<{ student: StudentResponse }>(text, [siteId, id, at]);
  return row?.student;
}
