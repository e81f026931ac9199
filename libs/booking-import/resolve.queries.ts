import type { Sql } from '#libs/core/database/database';
import type { Nights } from '#libs/booking-import/dates';
import { fullNames } from '#libs/booking-import/names';
import { bareId } from '#libs/booking-import/text';
import { TrigramIndex } from '#libs/booking-import/trigrams';
import { mappedInTurns } from '#libs/core/turns';

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

/** Somebody whom a row may mean; `score` is that of a name, 0 for who was found by an id or an email. */
interface Hit {
  person: number;
  id: string;
  score: number;
}

const GIVEN = `
SELECT person, lower(student_id) AS student_id, lower(bare_id) AS bare_id, id_core(bare_id) AS core, lower(email) AS email,
  name_key(coalesce(name, '')) AS name
FROM jsonb_to_recordset($2) AS g (person integer, student_id text, bare_id text, email text, name text)`;

// What is looked up has a LIMIT of its own, so that it is looked up by its index, whatever the planner believes of a table that
// was just filled.
const CERTAIN = `
WITH given AS MATERIALIZED (${GIVEN}),
certain AS MATERIALIZED (
  SELECT g.person, s.id, s.by_id, g.name <> '' AND s.name_key = g.name AS named FROM given g CROSS JOIN LATERAL (
    (SELECT id, name_key, true AS by_id FROM students WHERE site_id = $1 AND lower(student_id) = g.student_id AND deleted_at IS NULL LIMIT 1)
    UNION (SELECT id, name_key, true FROM students WHERE site_id = $1 AND lower(student_id) = g.bare_id AND deleted_at IS NULL LIMIT 1)
    UNION (SELECT id, name_key, false FROM students WHERE site_id = $1 AND lower(email) = g.email AND deleted_at IS NULL LIMIT 1)) s)
SELECT person, id, 0 AS score, named FROM certain
UNION ALL SELECT g.person, s.id, 0, false FROM given g CROSS JOIN LATERAL (
  SELECT id FROM students WHERE site_id = $1 AND id_core(student_id) = g.core AND deleted_at IS NULL LIMIT 6) s
  WHERE g.core <> '' AND g.person NOT IN (SELECT person FROM certain WHERE named AND by_id)`;

const SPELLINGS = `
SELECT DISTINCT person, name_key(name) AS name FROM jsonb_to_recordset($1) AS s (person integer, name text)`;
const NAMES = `SELECT id, name_key AS name FROM students WHERE site_id = $1 AND deleted_at IS NULL ORDER BY id`;
/** With less in common, a name is not like another. */
const LEAST_SCORE = 0.45;
const MOST_ALIKE = 6;

const HITS = `
WITH given AS MATERIALIZED (${GIVEN}),
hits AS (SELECT person, id, max(score) AS score FROM jsonb_to_recordset($3) AS h (person integer, id uuid, score real) GROUP BY person, id)
SELECT h.person, s.id, s.student_id, s.email, s.last_name || ', ' || s.first_name AS record_name,
  coalesce(lower(s.student_id) IN (g.student_id, g.bare_id), false) AS by_id, coalesce(lower(s.email) = g.email, false) AS by_email,
  g.core <> '' AND coalesce(id_core(s.student_id) = g.core, false) AS by_core,
  CASE WHEN g.name = '' THEN 0 ELSE round(similarity(s.name_key, g.name)::numeric, 3)::float END AS name_score,
  round(h.score::numeric, 3)::float AS full_name_score
FROM hits h JOIN given g ON g.person = h.person
CROSS JOIN LATERAL (SELECT * FROM students WHERE site_id = $1 AND id = h.id LIMIT 1) s`;

/** Everybody whom the people of a file may be. A name is only searched for where id and email did not lead to somebody of just that name. */
export async function findPeople(sql: Sql, siteId: string, people: GivenPerson[]): Promise<PersonHit[]> {
  if (people.length === 0) return [];
  // The planner thinks of more rows than there will be; compiling the statements would cost more than running them.
  await sql.rows(`SELECT set_config('jit', 'off', true)`);
  const given = JSON.stringify(
    people.map((each) => ({ ...each, bare_id: each.student_id && bareId(each.student_id) })),
  );
  const certain = await sql.rows<Hit & { named: boolean }>(CERTAIN, [siteId, given]);
  const named = new Set(certain.flatMap(({ person, named: isNamed }) => (isNamed ? [person] : [])));
  const alike = await findAlike(
    sql,
    siteId,
    people.filter(({ person }) => !named.has(person)),
  );
  return sql.rows<PersonHit>(HITS, [siteId, given, JSON.stringify([...certain, ...alike])]);
}

/** The six whose names are most like each spelling of the name of each person. */
async function findAlike(sql: Sql, siteId: string, people: GivenPerson[]): Promise<Hit[]> {
  const spellings = people.flatMap(({ person, name }) =>
    name === null ? [] : fullNames(name).map((each) => ({ person, name: each })),
  );
  if (spellings.length === 0) return [];
  const sought = await sql.rows<{ person: number; name: string }>(SPELLINGS, [JSON.stringify(spellings)]);
  const known = await sql.rows<{ id: string; name: string }>(NAMES, [siteId]);
  const index = new TrigramIndex(known.map(({ name }) => name));
  const alike = await mappedInTurns(sought, ({ person, name }) => {
    const best: Hit[] = [];
    index.search(name, LEAST_SCORE, (place, score) => {
      const behind = best.findIndex((each) => each.score < score);
      if (behind < 0 && best.length === MOST_ALIKE) return;
      best.splice(behind < 0 ? best.length : behind, 0, { person, id: known[place]!.id, score });
      best.length = Math.min(best.length, MOST_ALIKE);
    });
    return best;
  });
  return alike.flat();
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
