import type { Sql } from '#libs/core/database/transaction';
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

// The texts of a stay are about its lead person; for a person who shares it, only the stay itself is shown.
const BOOKINGS = `
SELECT b.reference, CASE WHEN b.lead_person_id = $2 THEN 'lead' ELSE 'additional' END AS role, b.status, l.name AS location,
  b.contract_start, b.contract_end, b.checked_in_at, b.checked_out_at, b.cancelled_at, b.no_show_at, b.cancellation_code, b.created_at,
  CASE WHEN b.lead_person_id = $2 THEN b.cancellation_reason END AS cancellation_reason,
  CASE WHEN b.lead_person_id = $2 THEN b.vehicle_registration END AS vehicle_registration,
  CASE WHEN b.lead_person_id = $2 THEN b.parking_expiry_at END AS parking_expiry_at,
  CASE WHEN b.lead_person_id = $2 THEN b.departure_slot_at END AS departure_slot_at,
  CASE WHEN b.lead_person_id = $2 THEN b.notes END AS notes,
  ARRAY(SELECT f.name FROM booking_flags x JOIN flags f ON f.site_id = x.site_id AND f.id = x.flag_id
    WHERE x.site_id = b.site_id AND x.booking_id = b.id AND b.lead_person_id = $2 ORDER BY x.position) AS flags,
  (SELECT coalesce(json_agg(json_build_object('type', t.type, 'occurred_at', t.occurred_at, 'notes', t.notes, 'cancellation_code', t.cancellation_code,
      'cancellation_reason', t.cancellation_reason, 'changes', t.changes) ORDER BY t.sequence), '[]')
   FROM booking_transactions t WHERE t.site_id = b.site_id AND t.booking_id = b.id AND b.lead_person_id = $2) AS transactions
FROM bookings b JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id
WHERE b.site_id = $1 AND (b.lead_person_id = $2
  OR b.id IN (SELECT p.booking_id FROM booking_people p WHERE p.site_id = $1 AND p.student_id = $2))
ORDER BY b.contract_start, b.id`;

const WAITING = `
SELECT t.name AS location_type, l.name AS location, w.starts AS contract_start, w.ends AS contract_end, w.since, w.priority, w.contact, w.notes,
  w.freed_at, w.withdrawn_at, w.created_at, w.updated_at
FROM waiting_entries w JOIN location_types t ON t.site_id = w.site_id AND t.id = w.location_type_id
LEFT JOIN locations l ON l.site_id = w.site_id AND l.id = w.location_id
WHERE w.site_id = $1 AND w.student_id = $2 ORDER BY w.created_at, w.id`;

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
async function findMerged(sql: Sql, siteId: string, id: string): Promise<object[]> {
  const found: object[] = [];
  for (const merged of await sql.rows<{ id: string }>(MERGED, [siteId, id])) {
    const [person] = await sql.rows<StoredPerson>(PERSON, [siteId, merged.id]);
    if (person) found.push({ person, recorded: await sql.rows<object>(AUDIT, [siteId, merged.id]) });
  }
  return found;
}

/** Everything that is stored about a person of a site; undefined when there is none, or not any more. */
export async function findSubjectData(sql: Sql, siteId: string, id: string): Promise<SubjectDataResponse | undefined> {
  const [person] = await sql.rows<StoredPerson>(PERSON, [siteId, id]);
  if (!person) return undefined;
  return {
    person,
    bookings: await sql.rows<StoredBooking>(BOOKINGS, [siteId, id]),
    waiting_list: await sql.rows<object>(WAITING, [siteId, id]),
    calendars: await sql.rows<object>(CALENDARS, [siteId, id]),
    imported_rows: await sql.rows<object>(IMPORTED, [siteId, id]),
    recorded: await sql.rows<object>(AUDIT, [siteId, id]),
    merged_records: await findMerged(sql, siteId, id),
    kept_answers: await sql.rows<object>(ANSWERS, [siteId, id]),
  };
}
