import { actorOf, type Caller } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudits } from '#libs/accounts/audit/audit';
import type { Sql } from '#libs/core/database/transaction';
import { PICTURE_KEY, UPLOAD_KEY } from '#libs/core/storage/object-keys';
import { columnOf, type StoredField } from '#libs/bookings/booking-fields';
import { ERASED_FIELDS, ERASED_TEXTS } from '#libs/bookings/erased-fields';
import { entriesOf, valueBefore } from '#libs/bookings/history/bookings-of-person';
import { inJson } from '#libs/students/mentions';

/** Somebody who is erased: which record, and everything by which texts may name them. */
export interface Forgotten {
  siteId: string;
  id: string;
  /** Patterns of names in all spellings, emails and student ids, also former ones. */
  names: string[];
  /** Patterns of both names in two values of a JSON text. */
  inValues: string[];
  at: Date;
  /** The caller who erases; undefined when it is Lodge itself. */
  caller: Caller | undefined;
}

const FORMER = `
SELECT c ->> 'field' AS field, array_agg(DISTINCT v) AS called FROM audit_events e, jsonb_array_elements(e.changes) c,
  unnest(ARRAY[c ->> 'from', c ->> 'to']) AS v
WHERE e.site_id = $1 AND e.subject_id = $2 AND c ->> 'field' IN ('first_name', 'last_name', 'email', 'student_id') AND v IS NOT NULL
GROUP BY 1`;

/** Former names of a person, as far as the audit has them, by field. */
export async function findFormer(sql: Sql, siteId: string, id: string): Promise<Map<string, string[]>> {
  const rows = await sql.rows<{ field: string; called: string[] }>(FORMER, [siteId, id]);
  return new Map(rows.map(({ field, called }) => [field, called]));
}

const PLACES = { site: '$1', people: 'ARRAY[$2::uuid]' };

// Former ones as well, except what a booking still has under its next lead person.
const PLATES = `
WITH ${entriesOf(PLACES)}
SELECT vehicle_registration AS plate FROM bookings
WHERE site_id = $1 AND lead_person_id = $2 AND vehicle_registration IS NOT NULL
UNION SELECT p.plate FROM their_entries t JOIN bookings b ON b.site_id = t.site_id AND b.id = t.booking_id
CROSS JOIN LATERAL (SELECT ${valueBefore('vehicle_registration', 'x.sequence > t.sequence')} #>> '{}' AS plate) p
WHERE t.role = 'lead' AND p.plate <> CASE WHEN b.lead_person_id = $2 THEN '' ELSE coalesce(b.vehicle_registration, '') END`;

/** The number plates that bookings of a person have, or had while the person led them. Texts about others may mention them. */
export const findPlates = async (sql: Sql, siteId: string, id: string): Promise<string[]> =>
  (await sql.rows<{ plate: string }>(PLATES, [siteId, id])).map(({ plate }) => plate);

const LOCK_BOOKINGS = `
SELECT FROM bookings WHERE site_id = $1 AND lead_person_id = $2 ORDER BY id FOR UPDATE`;

/** Locks the bookings that a person leads. Every change locks a booking before its people, and so must an erasure. */
export const lockBookingsOf = (sql: Sql, siteId: string, id: string) => sql.rows(LOCK_BOOKINGS, [siteId, id]);

const columns = (fields: readonly StoredField[]): string => fields.map((name) => columnOf(name).name).join(', ');
const setEach = (fields: readonly StoredField[], value: (column: string) => string): string =>
  fields.map((name) => `${columnOf(name).name} = ${value(columnOf(name).name)}`).join(', ');
const EMPTIED = columns(ERASED_FIELDS);
const TEXTS = columns(ERASED_TEXTS);
const withoutNames = (column: string): string => `without_names(${column}, $2)`;

// The trail says what is left of the texts, and not what they were. Others may have written while the erasure waited for their locks.
const recorded = (update: string): string => `
WITH changed AS (${update} RETURNING id, status, ${EMPTIED})
INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, from_status, to_status, occurred_at, recorded_at, actor_type, actor_id,
  actor_name, changes, request_id)
SELECT $1, c.id, coalesce(last.sequence, 0) + 1, uuidv7(), 'updated', c.status, c.status, $3, greatest($3, last.recorded_at), $5, $6::uuid, $7,
  jsonb_build_array(${ERASED_FIELDS.map((name) => `jsonb_build_object('field', '${name}', 'from', NULL, 'to', c.${columnOf(name).name})`).join(', ')}), $8
FROM changed c LEFT JOIN LATERAL (SELECT x.sequence, x.recorded_at FROM booking_transactions x WHERE x.site_id = $1 AND x.booking_id = c.id
  ORDER BY x.sequence DESC LIMIT 1) last ON true`;

const EMPTY_BOOKINGS = recorded(`
UPDATE bookings SET ${setEach(ERASED_FIELDS, () => 'NULL')}, version = version + 1, updated_at = $3, updated_by = $4
WHERE site_id = $1 AND lead_person_id = $2 AND num_nonnulls(${EMPTIED}) > 0`);

// In a statement of its own: the next one sees the trails that those wrote who had locked the bookings before.
const LOCK_NAMING = `
SELECT id FROM bookings WHERE site_id = $1 AND names_any(concat_ws(' ', ${TEXTS}), $2) ORDER BY id FOR UPDATE`;

const CROSS_OUT_BOOKINGS = recorded(`
UPDATE bookings SET ${setEach(ERASED_TEXTS, withoutNames)},
  version = version + 1, updated_at = $3, updated_by = $4
WHERE site_id = $1 AND id = ANY($9::uuid[])
  AND (${TEXTS}) IS DISTINCT FROM (${ERASED_TEXTS.map((name) => withoutNames(columnOf(name).name)).join(', ')})`);

// Names are unique; without the names of people in them they may not be.
const CROSS_OUT_BLOCKS = `
UPDATE block_bookings SET notes = without_names(notes, $2), version = version + 1, updated_at = $3,
  name = CASE WHEN names_any(name, $2) THEN left(without_names(name, $2), 111) || ' (' || right(id::text, 6) || ')' ELSE name END
WHERE site_id = $1 AND names_any(concat_ws(' ', name, notes), $2)`;

const REMOVE_WAITING = 'DELETE FROM waiting_entries WHERE site_id = $1 AND student_id = $2 RETURNING id';

// What is said beside a name that is nothing but theirs is said of them.
const saidBeside = (column: string): string => `CASE WHEN without_names(name, $2) <> '[erased]' OR name IS NULL THEN without_names(${column}, $2) END`; // prettier-ignore
const CROSS_OUT_WAITING = `
UPDATE waiting_entries SET name = without_names(name, $2), contact = ${saidBeside('contact')}, notes = ${saidBeside('notes')},
  version = version + 1, updated_at = $3, updated_by = $4
WHERE site_id = $1 AND names_any(concat_ws(' ', name, contact, notes), $2) RETURNING id`;

const CROSS_OUT_CLOSURES = `
UPDATE closures SET reason = without_names(reason, $2), notes = without_names(notes, $2), version = version + 1, updated_at = $3, updated_by = $4
WHERE site_id = $1 AND names_any(concat_ws(' ', reason, notes), $2) RETURNING id`;

const MERGED = `
WITH gone AS (DELETE FROM student_merges WHERE site_id = $1 AND (kept_id = $2 OR merged_id = $2) RETURNING kept_id, merged_id, undone_at)
SELECT DISTINCT g.merged_id AS id FROM gone g JOIN students s ON s.site_id = $1 AND s.id = g.merged_id
WHERE g.kept_id = $2 AND g.undone_at IS NULL AND s.deleted_at IS NOT NULL AND s.erased_at IS NULL ORDER BY 1`;

/** Forgets which records of a person became one, and returns the ids of those that became part of this one. */
export const forgetMerges = async (sql: Sql, { siteId, id }: Pick<Forgotten, 'siteId' | 'id'>): Promise<string[]> =>
  (await sql.rows<{ id: string }>(MERGED, [siteId, id])).map((row) => row.id);

// Without changes: they would say what was forgotten.
const entryOf =
  (siteId: string, subjectKind: 'waiting_entry' | 'closure', what: 'deleted' | 'updated') =>
  ({ id }: { id: string }): AuditEntry => ({ siteId, action: `${subjectKind}.${what}`, subjectKind, subjectId: id });

/**
 * Empties the texts of the bookings of a person, and crosses their names out in those of others and of closures; removes their entries of
 * the waiting list, and returns the ids of these.
 */
export async function forgetInBookings(sql: Sql, { siteId, id, names, at, caller }: Forgotten): Promise<string[]> {
  const actor = actorOf(caller);
  const by = [at, caller?.userId ?? null, actor.type, actor.id, actor.name, caller?.requestId ?? null];
  await sql.rows(EMPTY_BOOKINGS, [siteId, id, ...by]);
  const naming = await sql.rows<{ id: string }>(LOCK_NAMING, [siteId, names]);
  await sql.rows(CROSS_OUT_BOOKINGS, [siteId, names, ...by, naming.map((each) => each.id)]);
  await sql.rows(CROSS_OUT_BLOCKS, [siteId, names, at]);
  const removed = await sql.rows<{ id: string }>(REMOVE_WAITING, [siteId, id]);
  const others = [siteId, names, at, caller?.userId ?? null];
  const crossed = await sql.rows<{ id: string }>(CROSS_OUT_WAITING, others);
  const closures = await sql.rows<{ id: string }>(CROSS_OUT_CLOSURES, others);
  await recordAudits(sql, caller, at, [
    ...removed.map(entryOf(siteId, 'waiting_entry', 'deleted')),
    ...crossed.map(entryOf(siteId, 'waiting_entry', 'updated')),
    ...closures.map(entryOf(siteId, 'closure', 'updated')),
  ]);
  return removed.map((entry) => entry.id);
}

// After the bookings: a transaction that was changing one of them has written its trail by then.
const TRAILS = 'SELECT forget_in_trails($1, $2, $3, $4)';

/** Empties what the trails and the audit say of a person. The record must be erased already. */
export const forgetInTrails = (sql: Sql, { siteId, id, names, at }: Forgotten) =>
  sql.rows(TRAILS, [siteId, id, names, at]);

// The key and the hash of its request stay, so that a repeated request gets the reason why there is no response, and changes nothing.
const EMPTY_ANSWERS = `
UPDATE idempotency_keys SET answer = '' WHERE site_id = $1 AND answer <> ''
  AND (names_any(answer, $3) OR EXISTS (SELECT FROM unnest($2::text[]) AS id WHERE strpos(answer, id) > 0))`;

/** Crosses names out in a column, of text or of JSON. */
const crossOut = (table: string, column: string, json = ''): string => `
UPDATE ${table} SET ${column} = without_names(${column}::text, $2)${json}
WHERE site_id = $1 AND ${column} IS NOT NULL AND names_any(${column}::text, $2)`;
const CROSS_OUT_UNDO = crossOut('imports', 'undo_answer', '::jsonb');
const CROSS_OUT_WORDS = crossOut('imports', 'status_words', '::jsonb');
const CROSS_OUT_REASONS = crossOut('import_rows', 'undo_reason');
const CROSS_OUT_PROBLEMS = crossOut('jobs', 'problem', '::jsonb');
const CROSS_OUT_RESPONSES = crossOut('webhook_deliveries', 'response');

const REMOVE_HISTORY = 'DELETE FROM student_import_rows WHERE site_id = $1 AND student_id = $2';

// They are packed, and may name anybody.
const REMOVE_PREVIEWS = 'DELETE FROM import_previews WHERE site_id = $1';

const THEIR_BOOKINGS = `
  SELECT b.id FROM bookings b WHERE b.site_id = $1 AND b.lead_person_id = $2
  UNION SELECT p.booking_id FROM booking_people p WHERE p.site_id = $1 AND p.student_id = $2`;

// Receivers repeat what they got: escaped in their own way, and cut off after the first bytes, in the middle of a name.
const EMPTY_RESPONSES = `
UPDATE webhook_deliveries SET response = NULL WHERE site_id = $1 AND response IS NOT NULL AND event_id IN (
  SELECT j.event_id FROM event_journal j WHERE j.site_id = $1 AND j.subject_id IN (SELECT $2::uuid UNION ${THEIR_BOOKINGS}))`;

// With the name crossed out they would be the headings of no file.
const REMOVE_MAPPINGS = `
DELETE FROM import_mappings WHERE site_id = $1 AND names_any(concat(headers, declared), $2)`;

/**
 * Empties stored responses that name a person or an entry of the waiting list that was the person's, and crosses names out in what imports
 * and jobs say of themselves.
 */
export async function forgetInAnswers(
  sql: Sql,
  { siteId, id, names, inValues }: Forgotten,
  waiting: string[],
): Promise<void> {
  const texts = names.map(inJson);
  await sql.rows(EMPTY_ANSWERS, [siteId, [id, ...waiting], [...texts, ...inValues]]);
  await sql.rows(CROSS_OUT_UNDO, [siteId, texts]);
  await sql.rows(CROSS_OUT_WORDS, [siteId, texts]);
  await sql.rows(REMOVE_MAPPINGS, [siteId, texts]);
  await sql.rows(CROSS_OUT_REASONS, [siteId, names]);
  await sql.rows(REMOVE_HISTORY, [siteId, id]);
  await sql.rows(REMOVE_PREVIEWS, [siteId]);
  await sql.rows(CROSS_OUT_PROBLEMS, [siteId, texts]);
  await sql.rows(EMPTY_RESPONSES, [siteId, id]);
  await sql.rows(CROSS_OUT_RESPONSES, [siteId, names]);
}

const REMOVE_PICTURES = `
DELETE FROM pictures WHERE site_id = $1 AND student_id = $2 RETURNING ${PICTURE_KEY} AS key`;
const REMOVE_UPLOADS = `
DELETE FROM picture_uploads WHERE site_id = $1 AND student_id = $2 RETURNING ${UPLOAD_KEY} AS key`;

// A list of students may have anybody in it, and the confirmation of a booking everybody who shares it.
const REMOVE_DOCUMENTS = `
DELETE FROM documents d WHERE d.site_id = $1 AND (d.kind <> 'booking' OR (d.parameters ->> 'booking_id')::uuid IN (${THEIR_BOOKINGS}))
RETURNING d.id, d.object_key AS key`;
const WITHDRAW_MAILS = `
UPDATE outgoing_mails SET state = 'failed', reason = 'erased', sealed = NULL, ended_at = now()
WHERE site_id = $1 AND state = 'waiting' AND booking_id IN (${THEIR_BOOKINGS})`;
const REMOVE_FEEDS = 'DELETE FROM calendar_feeds WHERE site_id = $1 AND student_id = $2';
const REMOVE_JOBS = 'DELETE FROM jobs WHERE site_id = $1 AND id = ANY ($2)';

/** Removes the rows of pictures and documents that show a person, the links to their calendars, and mails that were not sent yet; returns the keys of their files. */
export async function removeFiles(sql: Sql, { siteId, id }: Forgotten): Promise<string[]> {
  await sql.rows(REMOVE_FEEDS, [siteId, id]);
  await sql.rows(WITHDRAW_MAILS, [siteId, id]);
  const pictures = await sql.rows<{ key: string }>(REMOVE_PICTURES, [siteId, id]);
  const uploads = await sql.rows<{ key: string }>(REMOVE_UPLOADS, [siteId, id]);
  const documents = await sql.rows<{ id: string; key: string | null }>(REMOVE_DOCUMENTS, [siteId, id]);
  const jobs = documents.map((document) => document.id);
  await sql.rows(REMOVE_JOBS, [siteId, jobs]);
  return [...pictures, ...uploads, ...documents].flatMap(({ key }) => (key ? [key] : []));
}
