import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import {
  type DerivedField,
  expressionOf,
  FIELD_NAMES,
  isStored,
  type StudentFieldName,
} from '#libs/students/student-fields';
import { studentFilter } from '#libs/students/student-filters.queries';
import type { Sight } from '#libs/students/sight';
import type { ListStudentsQuery, StudentResponse } from '#libs/students/students.dto';
import { insertInto, setFrom } from '#libs/core/database/columns';
import { StudentFlag } from '#libs/students/student-flag.entity';

/** A position in the order of the list, to continue from. */
interface Position {
  last_name: string;
  first_name: string;
  _id: string;
}

// PostgreSQL writes each element: a list of a hundred thousand costs the api little more than passing it on.
const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const marks = (alias: string) =>
  `json_build_object('_id', ${alias}.id, 'name', ${alias}.name, 'colour', ${alias}.colour)`;
const FLAGS_SHOWN = `(SELECT coalesce(json_agg(${marks('f')} ORDER BY x.position), '[]')
  FROM student_flags x JOIN flags f ON f.site_id = x.site_id AND f.id = x.flag_id WHERE x.site_id = s.site_id AND x.student_id = s.id)`;

/** The fields of which a response shows another form than the stored one. */
const shown = ({
  welfare,
  birth,
}: Sight): Record<DerivedField, string> & Partial<Record<StudentFieldName, string>> => ({
  record_name: recordName('s'),
  location: `coalesce(s.location_id::text, '')`,
  floor: 'l.floor',
  flags: FLAGS_SHOWN,
  created_at: instant('s.created_at'),
  updated_at: instant('s.updated_at'),
  ...(!welfare && { welfare_flag: 'false' }),
  ...(!birth && { date_of_birth: 'NULL' }),
  ...(welfare && {
    version: 's.version + s.welfare_version',
    updated_at: instant('greatest(s.updated_at, s.welfare_updated_at)'),
  }),
  welfare_state: welfare ? `CASE WHEN w.id IS NOT NULL THEN ${marks('w')} END` : 'NULL',
});

function element(sight: Sight): string {
  const special: Partial<Record<StudentFieldName, string>> = shown(sight);
  const value = (name: StudentFieldName) => special[name] ?? (isStored(name) ? expressionOf(name) : 'NULL');
  return `json_strip_nulls(json_build_object(${FIELD_NAMES.map((name) => `'${name}', ${value(name)}`).join(', ')}))`;
}

// The page comes first and alone: what it skips is never looked up nor written as JSON.
/** A query for students as the list shows them. */
export const selectStudents = (sight: Sight, page: string): string => `
SELECT ${element(sight)} AS student, s.last_name, s.first_name, s.id AS _id
FROM (SELECT * FROM students s WHERE s.site_id = $1 AND s.deleted_at IS NULL ${page}) s
LEFT JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
LEFT JOIN welfare_states w ON w.site_id = s.site_id AND w.id = s.welfare_state_id`;

/** One student as the list shows it. */
export async function findStudent(
  sql: Sql,
  siteId: string,
  id: string,
  sight: Sight,
): Promise<StudentResponse | undefined> {
  const [row] = await sql.rows<{ student: StudentResponse }>(selectStudents(sight, 'AND s.id = $2'), [siteId, id]);
  return row?.student;
}

/** Some students as the list shows them, in no order. */
export const findStudents = async (sql: Sql, siteId: string, ids: string[], sight: Sight): Promise<StudentResponse[]> =>
  (
    await sql.rows<{ student: StudentResponse }>(selectStudents(sight, 'AND s.id = ANY($2::uuid[])'), [siteId, ids])
  ).map(({ student }) => student);

function conditionsOf(siteId: string, query: ListStudentsQuery) {
  const values: unknown[] = [siteId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const where = studentFilter('$1', query, value);
  return { where, values, value };
}

export async function countStudents(sql: Sql, siteId: string, query: ListStudentsQuery): Promise<number> {
  const { where, values } = conditionsOf(siteId, query);
  const [row] = await sql.rows<{ total: number }>(
    `SELECT count(*)::int AS total FROM students s WHERE s.site_id = $1 AND s.deleted_at IS NULL${where}`,
    values,
  );
  return row?.total ?? 0;
}

/** Some students as ready JSON, by last and first name, after a position; `skip` counts from there. */
export async function listStudents(
  sql: Sql,
  siteId: string,
  query: ListStudentsQuery,
  sight: Sight,
  { after, limit, skip }: { after?: Position; limit: number; skip: number },
): Promise<{ json: string[]; last?: Position }> {
  const { where, values, value } = conditionsOf(siteId, query);
  const from = after
    ? ` AND (s.last_name, s.first_name, s.id) > (${value(after.last_name)}, ${value(after.first_name)}, ${value(after._id)}::uuid)`
    : '';
  const page = `${where}${from} ORDER BY s.last_name, s.first_name, s.id LIMIT ${value(limit)} OFFSET ${value(skip)}`;
  const text = `SELECT student::text AS json, last_name, first_name, _id FROM (${selectStudents(sight, page)}) listed ORDER BY last_name, first_name, _id`;
  const rows = await sql.rows<Position & { json: string }>(text, values);
  return { json: rows.map(({ json }) => json), last: rows.at(-1) };
}

const LOCATE = `
SELECT id FROM locations WHERE site_id = $1 AND (id = $2 OR lower(code) = lower($3) OR lower(name) = lower($3))
ORDER BY id IS NOT DISTINCT FROM $2 DESC, lower(code) IS NOT DISTINCT FROM lower($3) DESC LIMIT 3 FOR KEY SHARE`;
const BY_CODE = 'SELECT id FROM locations WHERE site_id = $1 AND lower(code) = lower($2) FOR KEY SHARE';

/** The location that an id, a code or a name means: one, none, or several with the name. */
export async function resolveLocation(
  sql: Sql,
  siteId: string,
  given: string,
): Promise<string | 'unknown' | 'ambiguous'> {
  if (!isId(given)) {
    const [byCode] = await sql.rows<{ id: string }>(BY_CODE, [siteId, given]);
    if (byCode) return byCode.id;
  }
  const found = await sql.rows<{ id: string }>(LOCATE, [siteId, isId(given) ? given : null, given]);
  const [first] = found;
  if (!first) return 'unknown';
  return found.length === 1 || first.id === given.toLowerCase() ? first.id : 'ambiguous';
}

const LIVE = `
SELECT 1 FROM bookings b WHERE b.site_id = $1 AND b.status IN ${LIVE_IN_SQL} AND (b.lead_person_id = $2
  OR b.id IN (SELECT booking_id FROM booking_people WHERE site_id = $1 AND student_id = $2)) LIMIT 1`;

/** Whether a person leads or shares a live booking. */
export async function hasLiveBooking(sql: Sql, siteId: string, id: string): Promise<boolean> {
  return (await sql.rows(LIVE, [siteId, id])).length > 0;
}

const FLAGS = 'SELECT flag_id FROM student_flags WHERE site_id = $1 AND student_id = $2 ORDER BY position';

/** The ids of a student's flags, in their order. */
export const findFlags = async (sql: Sql, siteId: string, id: string): Promise<string[]> =>
  (await sql.rows<{ flag_id: string }>(FLAGS, [siteId, id])).map(({ flag_id }) => flag_id);

const REPLACE_FLAGS = `
WITH dropped AS (DELETE FROM student_flags x WHERE x.site_id = $1 AND x.student_id = $2 AND NOT x.flag_id = ANY($3::uuid[]))
${insertInto(StudentFlag, 'siteId studentId flagId position')}
SELECT $1, $2, u.id, u.position FROM unnest($3::uuid[]) WITH ORDINALITY AS u (id, position)
ON CONFLICT (site_id, student_id, flag_id) DO UPDATE SET ${setFrom(StudentFlag, 'position', 'excluded')}`;

export const replaceFlags = (sql: Sql, siteId: string, id: string, flags: string[]) =>
  sql.rows(REPLACE_FLAGS, [siteId, id, flags]);

const KNOWN = {
  flags: 'SELECT id FROM flags WHERE site_id = $1 AND id = ANY($2::uuid[]) FOR KEY SHARE',
  welfare_states: 'SELECT id FROM welfare_states WHERE site_id = $1 AND id = ANY($2::uuid[]) FOR KEY SHARE',
};

/** Which ids of a list of the site exist. */
export async function knownIds(
  sql: Sql,
  list: keyof typeof KNOWN,
  siteId: string,
  ids: string[],
): Promise<Set<string>> {
  return new Set((await sql.rows<{ id: string }>(KNOWN[list], [siteId, ids.filter(isId)])).map(({ id }) => id));
}

/** Removes students that were created in the same transaction. */
export const revertStudents = async (sql: Sql, siteId: string, ids: string[]): Promise<void> => {
  if (ids.length > 0) await sql.rows('DELETE FROM students WHERE site_id = $1 AND id = ANY($2::uuid[])', [siteId, ids]);
};
