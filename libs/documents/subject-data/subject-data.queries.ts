import type { Sql } from '#libs/core/database/transaction';
import { type StoredField as StoredBookingField, typeOf } from '#libs/bookings/booking-fields';
import { entriesOf, valueBefore } from '#libs/bookings/history/bookings-of-person';
import { selectFields, STORED_FIELDS, type StoredField } from '#libs/students/student-fields';
import type { StoredBooking, StoredPerson, SubjectDataResponse } from '#libs/documents/subject-data/subject-data.dto';

// Shown by name, or not about the person.
const OTHERWISE: readonly StoredField[] = ['site', 'version', 'location', 'welfare_state'];

const PERSON = `
SELECT ${selectFields(STORED_FIELDS.filter((name) => !OTHERWISE.includes(name)))}, l.name AS location, w.name AS welfare_state, ARRAY(SELECT f.name FROM student_flags x JOIN flags f ON f.site_id = x.site_id AND f.id = x.flag_id
    WHERE x.site_id = s.site_id AND x.student_id = s.id ORDER BY x.position) AS flags, s.deleted_at
FROM students s LEFT JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
LEFT JOIN welfare_states w ON w.site_id = s.site_id AND w.id = s.welfare_state_id
WHERE s.site_id = $1 AND s.id = $2 AND s.erased_at IS NULL`;

const PLACES = { site: '$1', people: '$2' };
const OWN = `${PLACES.people}::uuid[]::text[]`;

/** A field of a booking, or as it was when the person left the booking: `g` is the entry by which that happened. */
const stored = (name: StoredBookingField): string =>
  `(${valueBefore(name, 'x.sequence >= g.sequence')} #>> '{}')::${typeOf(name)}`;
const OF_STAY = ['contract_start', 'contract_end', 'checked_in_at', 'checked_out_at', 'cancelled_at', 'no_show_at', 'cancellation_code'] as const; // prettier-ignore
// The texts of a stay are about its lead person; for a person who shares it, only the stay itself is shown.
const OF_LEAD = ['cancellation_reason', 'vehicle_registration', 'parking_expiry_at', 'departure_slot_at', 'notes'] as const; // prettier-ignore
const FACTS = [...OF_STAY, 'location', 'occupied_from', 'occupied_to', 'planned_move'];

// Of people only the person is shown. An entry by which the stay passed on has one side that is about somebody else.
const side = (name: 'from' | 'to', role: string): string => `
  CASE WHEN c.change ->> 'field' IN ('lead_person', 'additional_people')
    THEN (SELECT jsonb_build_object('${name}', CASE WHEN jsonb_typeof(c.change -> '${name}') = 'array' THEN jsonb_agg(id) ELSE c.change -> '${name}' END)
      FROM jsonb_path_query(c.change -> '${name}', '$[*]') AS id WHERE id #>> '{}' = ANY(${OWN}) HAVING count(*) > 0)
    WHEN ${role} = 'lead' OR ${role} = 'additional' AND c.change ->> 'field' IN (${FACTS.map((field) => `'${field}'`).join(', ')})
    THEN jsonb_build_object('${name}', c.change -> '${name}') END`;
const CHANGES = `
  SELECT coalesce(jsonb_agg(jsonb_build_object('field', c.change -> 'field') || coalesce(s.before, '{}') || coalesce(s.after, '{}') ORDER BY c.n)
    FILTER (WHERE num_nonnulls(s.before, s.after) > 0), '[]') AS changes
  FROM jsonb_array_elements(e.changes) WITH ORDINALITY c (change, n)
  CROSS JOIN LATERAL (SELECT ${side('from', 'e.was')} AS before, ${side('to', 'e.role')} AS after) s`;

const TIMES = `
  SELECT json_agg(json_build_object('role', y.role, 'began_at', y.recorded_at, 'ended_at', y.ended_at) ORDER BY y.sequence) FILTER (WHERE y.role IS NOT NULL)
  FROM (SELECT e.sequence, e.role, e.recorded_at, lead(e.recorded_at) OVER (ORDER BY e.sequence) AS ended_at
    FROM their_entries e WHERE e.booking_id = b.id AND (e.is_first OR e.role IS DISTINCT FROM e.was)) y`;

const TRANSACTIONS = `
  SELECT json_agg(json_build_object('type', e.type, 'occurred_at', e.occurred_at, 'notes', CASE WHEN e.was = 'lead' AND e.role = 'lead' THEN e.notes END,
    'cancellation_code', e.cancellation_code,
    'cancellation_reason', CASE WHEN e.was = 'lead' AND e.role = 'lead' THEN e.cancellation_reason END, 'changes', v.changes) ORDER BY e.sequence)
  FROM their_entries e CROSS JOIN LATERAL (${CHANGES}) v
  WHERE e.booking_id = b.id AND num_nonnulls(e.was, e.role) > 0 AND (e.role = 'lead' OR e.type <> 'updated' OR v.changes <> '[]')`;

const BOOKINGS = `
WITH ${entriesOf(PLACES)}
SELECT b.id AS _id, b.reference, p.role, coalesce(g.from_status, b.status) AS status, l.name AS location,
  ${OF_STAY.map((name) => `${stored(name)} AS ${name}`).join(', ')}, b.created_at,
  ${OF_LEAD.map((name) => `CASE WHEN p.role = 'lead' THEN ${stored(name)} END AS ${name}`).join(', ')},
  ARRAY(SELECT f.name FROM jsonb_path_query(${valueBefore('flags', 'x.sequence >= g.sequence')}, '$[*]') WITH ORDINALITY u (id, position)
    JOIN flags f ON f.site_id = b.site_id AND f.id = (u.id #>> '{}')::uuid WHERE p.role = 'lead' ORDER BY u.position) AS flags,
  coalesce((${TIMES}), '[]') AS times, coalesce((${TRANSACTIONS}), '[]') AS transactions
FROM bookings b
CROSS JOIN LATERAL (
  SELECT CASE WHEN b.lead_person_id::text = ANY(${OWN}) THEN 'lead' WHEN EXISTS (
    SELECT FROM booking_people x WHERE x.site_id = $1 AND x.booking_id = b.id AND x.student_id::text = ANY(${OWN})) THEN 'additional' END AS role) n
LEFT JOIN LATERAL (
  SELECT e.sequence, e.was, e.from_status FROM their_entries e
  WHERE n.role IS NULL AND e.booking_id = b.id AND e.was IS NOT NULL AND e.role IS NULL ORDER BY e.sequence DESC LIMIT 1) g ON true
CROSS JOIN LATERAL (SELECT coalesce(n.role, g.was) AS role) p
LEFT JOIN locations l ON l.site_id = b.site_id AND l.id = ${stored('location')}
WHERE b.site_id = $1 AND b.id IN (SELECT e.booking_id FROM their_entries e) AND p.role IS NOT NULL
ORDER BY contract_start, b.id`;

// What the audit has of entries of the waiting list, as far as the person waited: of what was changed together with the person, one side is
// about somebody else.
const RECORDED_OF_ENTRIES = `
  WITH entries AS (
    SELECT DISTINCT e.subject_id AS id FROM audit_events e, jsonb_array_elements(e.changes) AS c
    WHERE e.site_id = $1 AND e.subject_kind = 'waiting_entry' AND c ->> 'field' = 'person' AND c ->> 'to' = ANY(${OWN})),
  moves AS (
    SELECT e.id, e.subject_id, e.at, e.action, e.changes, m.taken_by, count(m.n) OVER (PARTITION BY e.subject_id ORDER BY e.id) AS part
    FROM audit_events e LEFT JOIN LATERAL (
      SELECT c ->> 'to' AS taken_by, 1 AS n FROM jsonb_array_elements(e.changes) AS c WHERE c ->> 'field' = 'person') m ON true
    WHERE e.site_id = $1 AND e.subject_id IN (SELECT id FROM entries)),
  -- Who was offered a place under a name only had waited before, under that name.
  waits AS (SELECT m.*, coalesce(first_value(m.taken_by) OVER (PARTITION BY m.subject_id, m.part ORDER BY m.id), (
    SELECT o.taken_by FROM moves o WHERE o.subject_id = m.subject_id AND o.part = m.part + 1 AND o.action = 'waiting_entry.offered'
    ORDER BY o.id LIMIT 1)) = ANY(${OWN}) AS is_theirs FROM moves m),
  sides AS (SELECT *, lag(is_theirs) OVER (PARTITION BY subject_id ORDER BY id) AS was_theirs FROM waits)
  SELECT s.subject_id, json_agg(json_build_object('at', s.at, 'action', s.action, 'changes', (
      SELECT jsonb_agg(jsonb_build_object('field', c.change -> 'field') || CASE WHEN s.was_theirs THEN jsonb_build_object('from', c.change -> 'from') ELSE '{}' END
        || CASE WHEN s.is_theirs THEN jsonb_build_object('to', c.change -> 'to') ELSE '{}' END ORDER BY c.n)
      FROM jsonb_array_elements(s.changes) WITH ORDINALITY c (change, n))) ORDER BY s.id) AS recorded
  FROM sides s WHERE s.is_theirs OR s.was_theirs GROUP BY 1`;
const OF_ENTRY = {
  'w.name': 'name',
  'w.starts': 'contract_start',
  'w.ends': 'contract_end',
  'w.since': 'since',
  'w.priority': 'priority',
  'w.contact': 'contact',
  'w.notes': 'notes',
  'w.freed_at': 'freed_at',
  'w.withdrawn_at': 'withdrawn_at',
  'w.updated_at': 'updated_at',
};

// Of an entry that is somebody else's by now, only what was recorded before.
const WAITING = `
SELECT t.name AS location_type, l.name AS location, ${Object.entries(OF_ENTRY)
  .map(([column, name]) => `CASE WHEN p.is_theirs THEN ${column} END AS ${name}`)
  .join(', ')},
  w.created_at, r.recorded
FROM waiting_entries w LEFT JOIN (${RECORDED_OF_ENTRIES}) r ON r.subject_id = w.id
CROSS JOIN LATERAL (
  SELECT coalesce(w.student_id = ANY($2::uuid[]), false) AS is_theirs) p
LEFT JOIN location_types t ON p.is_theirs AND t.site_id = w.site_id AND t.id = w.location_type_id
LEFT JOIN locations l ON p.is_theirs AND l.site_id = w.site_id AND l.id = w.location_id
WHERE w.site_id = $1 AND (p.is_theirs OR r.recorded IS NOT NULL)
ORDER BY w.created_at, w.id`;

const CALENDARS = `
SELECT created_at, with_names, last_read_at FROM calendar_feeds WHERE site_id = $1 AND student_id = $2 ORDER BY created_at, id`;

const IMPORTED = `
SELECT i.created_at AS imported_at, r.cells, r.resolution, r.outcome, r.changes, r.issues
FROM import_rows r JOIN imports i ON i.site_id = r.site_id AND i.id = r.import_id
WHERE r.site_id = $1 AND r.person_id = $2 ORDER BY i.created_at, r.position`;

const AUDIT = `
SELECT at, action, changes FROM audit_events WHERE site_id = $1 AND subject_id = $2 ORDER BY id`;

const ANSWERS = `
SELECT operation, created_at FROM idempotency_keys WHERE site_id = $1 AND strpos(answer, $2::text) > 0 ORDER BY created_at`;

const MERGED = `
WITH RECURSIVE merged AS (
  SELECT m.merged_id AS id FROM student_merges m WHERE m.site_id = $1 AND m.kept_id = $2 AND m.undone_at IS NULL
  UNION SELECT m.merged_id FROM merged x JOIN student_merges m ON m.site_id = $1 AND m.kept_id = x.id AND m.undone_at IS NULL)
SELECT id FROM merged ORDER BY id`;

/** The stored data of records of the same person that were merged into another one. */
async function findMerged(sql: Sql, siteId: string, ids: string[]): Promise<object[]> {
  const found: object[] = [];
  for (const id of ids) {
    const [person] = await sql.rows<StoredPerson>(PERSON, [siteId, id]);
    if (person) found.push({ person, recorded: await sql.rows<object>(AUDIT, [siteId, id]) });
  }
  return found;
}

/** Everything that is stored about a person of a site; undefined when there is none, or not any more. */
export async function findSubjectData(sql: Sql, siteId: string, id: string): Promise<SubjectDataResponse | undefined> {
  const [person] = await sql.rows<StoredPerson>(PERSON, [siteId, id]);
  if (!person) return undefined;
  const merged = (await sql.rows<{ id: string }>(MERGED, [siteId, id])).map((row) => row.id);
  const people = [id, ...merged];
  return {
    person,
    bookings: await sql.rows<StoredBooking>(BOOKINGS, [siteId, people]),
    waiting_list: await sql.rows<object>(WAITING, [siteId, people]),
    calendars: await sql.rows<object>(CALENDARS, [siteId, id]),
    imported_rows: await sql.rows<object>(IMPORTED, [siteId, id]),
    recorded: await sql.rows<object>(AUDIT, [siteId, id]),
    merged_records: await findMerged(sql, siteId, merged),
    kept_answers: await sql.rows<object>(ANSWERS, [siteId, id]),
  };
}
