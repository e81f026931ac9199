import { actorOf, type Caller } from '#libs/accounts/access/access';
import { INSERT_AUDIT } from '#libs/accounts/audit/audit';
import type { Sql } from '#libs/core/database/transaction';

/** The caller who changes the homes of people, and the time. */
export interface Moving {
  caller: Caller;
  now: Date;
}

/** Writes down whose home changed: `homes` has `id`, `before` and `after`. The site is `$1` and the time `$3`. */
export const recordHomes = (
  homes: string,
  actor: { type: string; id: string; name: string; request: string },
): string => `
${INSERT_AUDIT}
SELECT uuidv7(), $1, $3, ${actor.type}, ${actor.id}::uuid, ${actor.name}, 'student.updated', 'student', h.id,
  jsonb_build_array(jsonb_build_object('field', 'location', 'from', h.before, 'to', h.after)), ${actor.request} FROM ${homes} h`;

const HOME_MOVES = 'RETURNING s.id, old.location_id AS before, new.location_id AS after';

/**
 * Gives people their homes: `arrivals` has `id`, `location_id` and `position`. A person who arrives in several places at once lives in the last
 * of them. Everybody is locked first, whether or not their home changes: of two changes at once, the later one sees the earlier.
 */
export const setHomes = (arrivals: string): string => `
residents AS (
  SELECT s.id, a.location_id
  FROM (SELECT DISTINCT ON (id) id, location_id FROM ${arrivals} ORDER BY id, position DESC) a
  JOIN students s ON s.site_id = $1 AND s.id = a.id ORDER BY s.id FOR NO KEY UPDATE OF s),
homes AS (
  UPDATE students s SET location_id = r.location_id, version = s.version + 1, updated_at = $3
  FROM residents r WHERE s.site_id = $1 AND s.id = r.id AND s.location_id IS DISTINCT FROM r.location_id ${HOME_MOVES})`;
const RECORD = recordHomes('homes', { type: '$4', id: '$5', name: '$6', request: '$7' });

function valuesOf(siteId: string, ids: string[], { caller, now }: Moving): unknown[] {
  const actor = actorOf(caller);
  return [siteId, ids, now, actor.type, actor.id, actor.name, caller.requestId];
}

const ARRIVE = `
WITH bookings_here AS (
  SELECT b.id, b.lead_person_id, b.location_id, g.position
  FROM unnest($2::uuid[]) WITH ORDINALITY AS g (id, position) JOIN bookings b ON b.site_id = $1 AND b.id = g.id),
arrivals AS (
  SELECT lead_person_id AS id, location_id, position FROM bookings_here
  UNION ALL SELECT p.student_id, b.location_id, b.position FROM bookings_here b
    JOIN booking_people p ON p.site_id = $1 AND p.booking_id = b.id),
${setHomes('arrivals')}
${RECORD}`;

/** Says of everybody in bookings that they live where the booking is now: with several bookings, where the last one is. */
export const updateHomes = (sql: Sql, siteId: string, bookingIds: string[], by: Moving) =>
  sql.rows(ARRIVE, valuesOf(siteId, bookingIds, by));

const LOCK = 'SELECT FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE';
const LEAVE = `
WITH homes AS (
  UPDATE students s SET location_id = h.location_id, version = s.version + 1, updated_at = $3
FROM unnest($2::uuid[]) AS p (id)
LEFT JOIN LATERAL (
  SELECT b.location_id FROM bookings b WHERE b.site_id = $1 AND b.status = 'checked_in'
    AND (b.lead_person_id = p.id OR b.id IN (SELECT x.booking_id FROM booking_people x WHERE x.site_id = $1 AND x.student_id = p.id))
  ORDER BY b.segment_from DESC, b.id LIMIT 1) h ON true
WHERE s.site_id = $1 AND s.id = p.id AND s.location_id IS DISTINCT FROM h.location_id ${HOME_MOVES})
${RECORD}`;

/**
 * Says of people who have left a booking, which is written, that they live nowhere, or in the other place in which they are in
 * house: the one into which they moved last.
 */
export async function leaveHomes(sql: Sql, siteId: string, people: string[], by: Moving): Promise<void> {
  const ids = [...new Set(people)];
  if (ids.length === 0) return;
  // A statement of its own: only the next one sees what was committed while this one waited.
  await Promise.all([sql.rows(LOCK, [siteId, ids]), sql.rows(LEAVE, valuesOf(siteId, ids, by))]);
}

/** Where a person is in house, the room of the last arrival first, and whether the person has left a stay since some time. */
export interface Residence {
  rooms: string[];
  has_left: boolean;
}

const NAMING = `
  SELECT b.id, b.status, b.location_id, b.segment_from FROM bookings b WHERE b.site_id = $1 AND (b.lead_person_id = p.id
    OR b.id IN (SELECT x.booking_id FROM booking_people x WHERE x.site_id = $1 AND x.student_id = p.id))`;
const RESIDENCE = `
SELECT p.id, ARRAY(SELECT b.location_id FROM (${NAMING}) b WHERE b.status = 'checked_in' ORDER BY b.segment_from DESC, b.id) AS rooms,
  EXISTS (SELECT FROM (${NAMING}) b JOIN booking_transactions t ON t.site_id = $1 AND t.booking_id = b.id
    WHERE t.recorded_at >= $3 AND t.from_status = 'checked_in' AND t.to_status <> 'checked_in') AS has_left
FROM unnest($2::uuid[]) AS p (id)`;

export const findResidence = async (
  sql: Sql,
  siteId: string,
  people: string[],
  since: Date,
): Promise<Map<string, Residence>> => {
  const rows = await sql.rows<Residence & { id: string }>(RESIDENCE, [siteId, people, since]);
  return new Map(rows.map(({ id, ...residence }) => [id, residence]));
};

const SET = `
WITH homes AS (
  UPDATE students s SET location_id = g.home, version = s.version + 1, updated_at = $3
  FROM jsonb_to_recordset($2) AS g (id uuid, home uuid)
  WHERE s.site_id = $1 AND s.id = g.id AND s.location_id IS DISTINCT FROM g.home ${HOME_MOVES})
${RECORD}`;

/** Gives people, who are locked, other homes. With null, a person lives nowhere. */
export async function setHomesTo(
  sql: Sql,
  siteId: string,
  homes: { id: string; home: string | null }[],
  by: Moving,
): Promise<void> {
  const [, , ...more] = valuesOf(siteId, [], by);
  await sql.rows(SET, [siteId, JSON.stringify(homes), ...more]);
}
