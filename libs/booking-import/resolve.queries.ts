import type { Sql } from '#libs/core/database/database';
import type { Nights } from '#libs/booking-import/dates';
import { fullNames } from '#libs/booking-import/names';
import { bareId } from '#libs/booking-import/text';

/** A person as a row names it, once however many rows do. */
export interface GivenPerson {
  person: number;
  student_id: string | null;
  email: string | null;
  name: string | null;
}

/**
 * Somebody whom a row may mean, and by what. `name_score`: trigram similarity of the sorted names, 0 to 1;
 * `full_name_score`: the best of those with a nickname replaced.
 */
export interface PersonHit {
  person: number;
  id: string;
  student_id: string;
  email: string | null;
  record_name: string;
  by_id: boolean;
  by_email: boolean;
  by_core: boolean;
  name_score: number;
  full_name_score: number;
}

// A name is only searched for where id and email did not lead to somebody of just that name. What is looked up has a LIMIT
// of its own, so that it is looked up by its index, whatever the planner believes of a table that was just filled.
const PEOPLE = `
WITH given AS MATERIALIZED (
  SELECT person, lower(student_id) AS student_id, lower(bare_id) AS bare_id, id_core(bare_id) AS core, lower(email) AS email,
    name_key(coalesce(name, '')) AS name, names
  FROM jsonb_to_recordset($2) AS g (person integer, student_id text, bare_id text, email text, name text, names text[])),
certain AS MATERIALIZED (
  SELECT g.person, s.id, s.by_id, g.name <> '' AND s.name_key = g.name AS named FROM given g CROSS JOIN LATERAL (
    (SELECT id, name_key, true AS by_id FROM students WHERE site_id = $1 AND lower(student_id) = g.student_id AND deleted_at IS NULL LIMIT 1)
    UNION (SELECT id, name_key, true FROM students WHERE site_id = $1 AND lower(student_id) = g.bare_id AND deleted_at IS NULL LIMIT 1)
    UNION (SELECT id, name_key, false FROM students WHERE site_id = $1 AND lower(email) = g.email AND deleted_at IS NULL LIMIT 1)) s),
sought AS MATERIALIZED (
  SELECT DISTINCT g.person, name_key(n) AS name FROM given g CROSS JOIN LATERAL unnest(g.names) AS n
  WHERE g.name <> '' AND g.person NOT IN (SELECT person FROM certain WHERE named)),
found AS (
  SELECT person, id, 0::real AS score FROM certain
  UNION ALL SELECT g.person, s.id, 0 FROM given g CROSS JOIN LATERAL (
    SELECT id FROM students WHERE site_id = $1 AND id_core(student_id) = g.core AND deleted_at IS NULL LIMIT 6) s
    WHERE g.core <> '' AND g.person NOT IN (SELECT person FROM certain WHERE named AND by_id)
  UNION ALL SELECT g.person, c.id, c.score FROM sought g CROSS JOIN LATERAL (
    SELECT s.id, similarity(s.name_key, g.name) AS score
    FROM (SELECT id, site_id, name_key, deleted_at FROM students WHERE name_key % g.name OFFSET 0) s
    WHERE s.site_id = $1 AND s.deleted_at IS NULL
    ORDER BY similarity(s.name_key, g.name) DESC, s.id LIMIT 6) c),
hits AS (SELECT person, id, max(score) AS score FROM found GROUP BY person, id)
SELECT h.person, s.id, s.student_id, s.email, s.last_name || ', ' || s.first_name AS record_name,
  coalesce(lower(s.student_id) IN (g.student_id, g.bare_id), false) AS by_id, coalesce(lower(s.email) = g.email, false) AS by_email,
  g.core <> '' AND coalesce(id_core(s.student_id) = g.core, false) AS by_core,
  CASE WHEN g.name = '' THEN 0 ELSE round(similarity(s.name_key, g.name)::numeric, 3)::float END AS name_score,
  round(h.score::numeric, 3)::float AS full_name_score
FROM hits h JOIN given g ON g.person = h.person
CROSS JOIN LATERAL (SELECT * FROM students WHERE site_id = $1 AND id = h.id LIMIT 1) s`;

/**
 * How alike names have to be to be found by `%`. The planner takes a comparison of names for as cheap as one of numbers, and would
 * make one with each name of a site, or of the table, rather than ask the index for names: so the site is looked at behind it
 * (OFFSET 0), and tables are not read as a whole. It also thinks of more rows than there will be: compiling the statement would
 * cost more than running it.
 */
const LIKENESS = `SELECT set_config('pg_trgm.similarity_threshold', '0.45', true), set_config('enable_seqscan', 'off', true),
  set_config('jit', 'off', true)`;

/** So many names are looked for in some seconds even in a large site where all sound alike; a statement has 30. */
const PEOPLE_AT_ONCE = 500;

/** Everybody whom the people of a file may be: a statement for every 500 of them. */
export async function findPeople(sql: Sql, siteId: string, people: GivenPerson[]): Promise<PersonHit[]> {
  if (people.length === 0) return [];
  await sql.rows(LIKENESS);
  const given = people.map((person) => ({
    ...person,
    bare_id: person.student_id && bareId(person.student_id),
    names: person.name === null ? [] : fullNames(person.name),
  }));
  const hits: PersonHit[] = [];
  for (let from = 0; from < given.length; from += PEOPLE_AT_ONCE)
    hits.push(
      ...(await sql.rows<PersonHit>(PEOPLE, [siteId, JSON.stringify(given.slice(from, from + PEOPLE_AT_ONCE))])),
    );
  return hits;
}

export interface LocationRow {
  id: string;
  name: string;
  code: string | null;
  parent: string | null;
  capacity: number;
  active: boolean;
  allocatable: boolean;
}

const LOCATIONS = `
SELECT l.id, l.name, l.code, l.parent_id AS parent, l.capacity, l.active, t.can_be_allocated_to_bookings AS allocatable
FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id WHERE l.site_id = $1`;
export const findLocations = (sql: Sql, siteId: string) => sql.rows<LocationRow>(LOCATIONS, [siteId]);

/** A booking that a row may be about. */
export interface KnownBooking {
  id: string;
  reference: string;
  lead_person: string;
  lead_student_id: string;
  location: string;
  status: string;
  contract_start: string;
  contract_end: string | null;
  vehicle_registration: string | null;
  parking_expiry_at: string | null;
  departure_slot_at: string | null;
  notes: string | null;
  version: number;
}

const KNOWN_COLUMNS = `b.id, b.reference, b.lead_person_id AS lead_person, s.student_id AS lead_student_id, b.location_id AS location, b.status,
  b.contract_start, b.contract_end, b.vehicle_registration, b.parking_expiry_at, b.departure_slot_at, b.notes, b.version
  FROM bookings b JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id WHERE b.site_id = $1`;
const KNOWN = `
SELECT ${KNOWN_COLUMNS} AND b.id = ANY($2::uuid[])
UNION ALL SELECT ${KNOWN_COLUMNS} AND b.reference = ANY($3::text[])
UNION ALL SELECT ${KNOWN_COLUMNS} AND b.lead_person_id = ANY($4::uuid[])
  AND b.status IN ('provisional', 'confirmed', 'checked_in', 'checked_out')
  AND b.contract_start <= coalesce($6::date, 'infinity') AND (b.contract_end IS NULL OR b.contract_end >= $5::date)`;
/** The bookings that rows name, and those that people whom they name have in some nights; without nights none of these. */
export async function findKnownBookings(
  sql: Sql,
  siteId: string,
  wanted: { ids: string[]; references: string[]; people: string[]; nights: Nights | undefined },
): Promise<KnownBooking[]> {
  const { ids, references, people, nights } = wanted;
  const values = [siteId, ids, references, nights ? people : [], nights?.from ?? null, nights?.to ?? null];
  const rows = await sql.rows<KnownBooking>(KNOWN, values);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export interface HeldPlace {
  booking: string;
  location: string;
  slot: number;
  from: string;
  to: string | null;
  in_house: boolean;
  status: string;
  contract_start: string;
  contract_end: string | null;
  lead_person_name: string;
}

const HELD = `
SELECT o.booking_id AS booking, o.location_id AS location, o.slot, lower(o.period) AS "from", upper(o.period) AS "to", o.in_house,
  b.status, b.contract_start, b.contract_end, s.last_name || ', ' || s.first_name AS lead_person_name
FROM unnest($2::uuid[]) AS p (id)
JOIN occupancies o ON o.location_id = p.id AND o.site_id = $1 AND o.live AND (o.in_house OR o.period && daterange($3, $4))
JOIN bookings b ON b.site_id = $1 AND b.id = o.booking_id
JOIN students s ON s.site_id = $1 AND s.id = b.lead_person_id`;
/** Who holds which places of locations in the nights from a day to another, or is in house there at all. */
export const findHeldPlaces = (sql: Sql, siteId: string, locations: string[], from: string, to: string | null) =>
  sql.rows<HeldPlace>(HELD, [siteId, locations, from, to]);

const STUDENTS = 'SELECT id FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL';
/** Those of the ids that are students of the site. */
export const findStudents = async (sql: Sql, siteId: string, ids: string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await sql.rows<{ id: string }>(STUDENTS, [siteId, ids])).map(({ id }) => id);
