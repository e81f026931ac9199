import type { DateOrder } from '#libs/core/time/date-orders';
import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { sqlState } from '#libs/core/errors/postgres-errors';
import { addTo } from '#libs/core/collections/grouped';
import { LOOK_ALIKES } from '#libs/matching/text';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import type { Candidate } from '#libs/students/import/possible-matches';
import type { KeyedRow, Known } from '#libs/students/import/known';
import { areSimilarNames } from '#libs/students/import/similar-names';
import type { ReadRow } from '#libs/students/import/rows';
import {
  IMPORTED_FIELDS,
  type ImportedField,
  RESTORED_FIELDS,
  selectFields,
  type Values,
} from '#libs/students/student-fields';

const QUERY_CANCELED = '57014';

/** Lets imports of a site run one after the other. @throws DomainError `dependency_unavailable` when that takes too long */
export async function lockImports(sql: Sql, siteId: string): Promise<void> {
  try {
    await sql.rows(`SELECT pg_advisory_xact_lock(hashtextextended('students import/' || $1::uuid, 0))`, [siteId]);
  } catch (error) {
    if (sqlState(error).code !== QUERY_CANCELED) throw error;
    throw new DomainError('dependency_unavailable', 'Other imports of this site are still running.');
  }
}

/** Plans for many rows: without statistics, as in a new site, the planner would compare each row with each student. */
export const planForMany = (sql: Sql) => sql.rows(`SELECT set_config('enable_nestloop', 'off', true)`);

// A student id without what spreadsheets eat and add, leading zeros, signs and the fraction of 1001.0, and with one letter or digit for those that look like it.
const bareId = (id: string) =>
  `ltrim(translate(regexp_replace(regexp_replace(lower(${id}), '^([0-9]+)[.,]0+$', '\\1'), '[^[:alnum:]]+', '', 'g'), '${LOOK_ALIKES.join("', '")}'), '0')`;
// A name without accents, case and punctuation.
const bareName = (first: string, last: string) =>
  `translate(folded((${first} || ' ' || ${last}) COLLATE "und-x-icu"), '-.''’\`', ' ') COLLATE "C"`;

const KEYS = `
SELECT lower(r.student_id) AS student_key, lower(r.email) AS email_key, ${bareName('r.first_name', "coalesce(r.last_name, '')")} AS name_key
FROM ROWS FROM (jsonb_to_recordset($1) AS (student_id text, email text, first_name text, last_name text))
  WITH ORDINALITY AS r (student_id, email, first_name, last_name, position)
ORDER BY r.position`;

type Keys = Pick<KeyedRow, 'student_key' | 'email_key' | 'name_key'>;

/** The identities of rows as PostgreSQL compares them, in the order of the rows. */
const findKeys = (sql: Sql, rows: ReadRow[]): Promise<Keys[]> =>
  sql.rows<Keys>(KEYS, [JSON.stringify(rows.map(identityOf))]);

// The words of a name in one cell are those of the name, in whatever order.
const identityOf = ({ student_id, email, first_name, last_name, whole }: ReadRow) => ({
  student_id,
  email,
  first_name: first_name ?? whole?.text.replaceAll(',', ' '),
  last_name,
});

/** Rows with their identities in the form that the database compares. */
export async function withKeys(sql: Sql, read: ReadRow[]): Promise<KeyedRow[]> {
  const keys = await findKeys(sql, read);
  const none = { student_key: null, email_key: null, name_key: null };
  return read.map((row, index) => ({ ...row, ...(keys[index] ?? none), index, location_id: null }));
}

/** In which order a site writes dates; null when it has not said. */
export const findDateOrder = async (sql: Sql, siteId: string): Promise<DateOrder | null> =>
  (await sql.rows<{ date_order: DateOrder | null }>('SELECT date_order FROM sites WHERE id = $1', [siteId]))[0]
    ?.date_order ?? null;

const LOCK_LOCATIONS = 'SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE';

/** Prevents locations from being deleted; returns those that still exist. */
export async function lockLocations(sql: Sql, siteId: string, ids: string[]): Promise<Set<string>> {
  return new Set((await sql.rows<{ id: string }>(LOCK_LOCATIONS, [siteId, ids])).map(({ id }) => id));
}

const KNOWN_COLUMNS = `s.id, ${selectFields(RESTORED_FIELDS)}, lower(s.student_id) AS student_key, lower(s.email) AS email_key,
  floor(extract(epoch FROM s.updated_at) * 1000)::float8 AS changed_ms`;

// `IN` with a query of its own is hashed whatever the planner believes of the sizes; an array or a join need not be.
const KNOWN = `
SELECT ${KNOWN_COLUMNS}
FROM students s WHERE s.site_id = $1 AND s.deleted_at IS NULL
  AND (lower(s.student_id) IN (SELECT unnest($2::text[])) OR lower(s.email) IN (SELECT unnest($3::text[]))) ORDER BY s.id`;

const BY_ID = `
SELECT ${KNOWN_COLUMNS}
FROM students s WHERE s.site_id = $1 AND s.deleted_at IS NULL AND s.id = ANY($2::uuid[])`;
export const findKnownById = (sql: Sql, siteId: string, ids: string[]): Promise<Known[]> =>
  sql.rows<Known>(BY_ID, [siteId, ids]);

/** The students that rows name by student id or email; with `lock`, nobody else changes them until the transaction ends. */
export function findKnown(sql: Sql, siteId: string, rows: KeyedRow[], lock: boolean): Promise<Known[]> {
  const keys = (field: 'student_key' | 'email_key') => rows.flatMap((row) => row[field] ?? []);
  const text = lock ? `${KNOWN} FOR NO KEY UPDATE` : KNOWN;
  return sql.rows<Known>(text, [siteId, keys('student_key'), keys('email_key')]);
}

// Twenty of one name are enough to look at; more would make a list of one name quadratic.
const CANDIDATES = `
WITH given AS MATERIALIZED (
  SELECT row, date_of_birth, ${bareId('student_id')} AS bare_id, ${bareName('first_name', 'last_name')} AS name, ${bareName('last_name', 'first_name')} AS swapped
  FROM jsonb_to_recordset($2) AS r (row integer, student_id text, first_name text, last_name text, date_of_birth date)),
there AS (
  SELECT id, student_id, email, date_of_birth, location_id AS location, active AND type = 'student' AS active, ${bareId('student_id')} AS bare_id, ${bareName('first_name', 'last_name')} AS name
  FROM students WHERE site_id = $1 AND deleted_at IS NULL),
ranked AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY bare_id ORDER BY id) AS in_id, row_number() OVER (PARTITION BY name ORDER BY student_id LIKE 'S-________' DESC, email IS NULL DESC, id) AS in_name,
    row_number() OVER (PARTITION BY name, date_of_birth ORDER BY id) AS in_birth FROM there)
SELECT g.row, s.id, s.student_id, s.email, s.date_of_birth, s.location, s.active, 'student_id' AS by FROM given g JOIN ranked s ON s.bare_id = g.bare_id
WHERE g.bare_id <> '' AND s.in_id <= 20
UNION ALL
SELECT g.row, s.id, s.student_id, s.email, s.date_of_birth, s.location, s.active, 'name' FROM given g JOIN ranked s ON s.name = g.name WHERE s.in_name <= 20
UNION ALL
SELECT g.row, s.id, s.student_id, s.email, s.date_of_birth, s.location, s.active, 'name' FROM given g JOIN ranked s ON s.name = g.swapped
WHERE g.swapped <> g.name AND s.in_name <= 20
UNION ALL
SELECT g.row, s.id, s.student_id, s.email, s.date_of_birth, s.location, s.active, 'name'
FROM (SELECT row, name, date_of_birth FROM given UNION SELECT row, swapped, date_of_birth FROM given) g
JOIN ranked s ON s.name = g.name AND s.date_of_birth = g.date_of_birth WHERE s.in_name > 20 AND s.in_birth <= 20
ORDER BY row, by DESC, id`;

/** Students whom rows with an unknown student id and email might mean: an id that looks the same, or the same name. */
export function findCandidates(sql: Sql, siteId: string, rows: KeyedRow[]): Promise<Candidate[]> {
  if (rows.length === 0) return Promise.resolve([]);
  const records = rows.map(({ index: row, student_id, first_name, last_name, date_of_birth }) => ({
    row,
    date_of_birth,
    student_id,
    first_name,
    last_name: last_name ?? '',
  }));
  return sql.rows<Candidate>(CANDIDATES, [siteId, JSON.stringify(records)]);
}

const BORN = `
SELECT id, student_id, first_name, last_name, email, date_of_birth, location_id AS location FROM students
WHERE site_id = $1 AND deleted_at IS NULL AND date_of_birth = ANY($2::date[]) ORDER BY id`;

/** Students who were born on the same day as the people of rows, and have similar names. */
export async function findBornAlike(sql: Sql, siteId: string, rows: KeyedRow[]): Promise<Candidate[]> {
  const days = new Set(rows.flatMap(({ date_of_birth }) => date_of_birth ?? []));
  if (days.size === 0) return [];
  const people = await sql.rows<Candidate & { first_name: string; last_name: string }>(BORN, [siteId, [...days]]);
  const byDay = new Map<string | null, typeof people>();
  for (const person of people) addTo(byDay, person.date_of_birth, person);
  return rows.flatMap((row) =>
    (byDay.get(row.date_of_birth) ?? [])
      .filter((person) => areSimilarNames(row, person))
      .map((person): Candidate => ({ ...person, row: row.index, by: 'birth' })),
  );
}

const LIVE_BOOKINGS = `bookings b WHERE b.site_id = $1 AND b.status IN ${LIVE_IN_SQL}`;
export const LIVE = `(s.id IN (SELECT b.lead_person_id FROM ${LIVE_BOOKINGS} AND b.lead_person_id IS NOT NULL)
  OR s.id IN (SELECT p.student_id FROM booking_people p WHERE p.site_id = $1 AND p.booking_id IN (SELECT b.id FROM ${LIVE_BOOKINGS})))`;

const runningOn = (booking: string) =>
  `(${booking}.status = 'checked_in' OR (${booking}.status = 'confirmed' AND ${booking}.contract_start <= $3::date
    AND (${booking}.contract_end IS NULL OR ${booking}.contract_end > $3::date)))`;
const HOMES = `
WITH stays AS (
  SELECT lead_person_id AS person, location_id, status FROM bookings
  WHERE site_id = $1 AND lead_person_id = ANY($2::uuid[]) AND ${runningOn('bookings')}
  UNION ALL
  SELECT p.student_id, b.location_id, b.status FROM booking_people p JOIN bookings b ON b.site_id = p.site_id AND b.id = p.booking_id
  WHERE p.site_id = $1 AND p.student_id = ANY($2::uuid[]) AND ${runningOn('b')})
SELECT person, coalesce(array_agg(location_id) FILTER (WHERE status = 'checked_in'), array_agg(location_id)) AS rooms
FROM stays GROUP BY person`;

/** The rooms that people are checked in to, or else those that are confirmed for them today. */
export async function findHomes(
  sql: Sql,
  siteId: string,
  people: string[],
  today: string,
): Promise<Map<string, string[]>> {
  const rows = await sql.rows<{ person: string; rooms: string[] }>(HOMES, [siteId, people, today]);
  return new Map(rows.map(({ person, rooms }) => [person, rooms]));
}

const ABSENT = `
SELECT s.id, ${selectFields(IMPORTED_FIELDS)}, ${LIVE} AS live FROM students s
WHERE s.site_id = $1 AND s.deleted_at IS NULL AND s.active AND s.type = 'student' AND s.id NOT IN (SELECT unnest($2::uuid[]))
ORDER BY s.id`;

export type Absent = StudentRecord;

/** The active students who are not among the present, and whether they have a live booking. Staff and guests are on no list of students. */
export const findAbsent = (sql: Sql, siteId: string, present: string[]) =>
  sql.rows<Absent & { live: boolean }>(ABSENT, [siteId, present]);

const MADE_AFTER =
  'SELECT count(*)::int AS count FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) AND created_at > $3';
/** How many of some students were made after an instant. */
export const countMadeAfter = async (sql: Sql, siteId: string, students: string[], instant: Date): Promise<number> =>
  (await sql.rows<{ count: number }>(MADE_AFTER, [siteId, students, instant]))[0]?.count ?? 0;

export async function countActive(sql: Sql, siteId: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM students WHERE site_id = $1 AND deleted_at IS NULL AND active AND type = 'student'`;
  return (await sql.rows<{ count: number }>(text, [siteId]))[0]?.count ?? 0;
}

export const LOCK_STUDENTS = 'SELECT FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE';
/** A student as it is to be stored. */
export type StudentRecord = { id: string } & Values<ImportedField>;
