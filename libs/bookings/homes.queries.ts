import type { Sql } from '#libs/core/database/transaction';

// Everybody is locked first, whether or not their home changes: of two changes at once, the later one sees the earlier.
const ARRIVE = `
WITH arrivals AS (
  SELECT b.lead_person_id AS id, b.location_id FROM bookings b WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])
  UNION SELECT p.student_id, b.location_id FROM bookings b JOIN booking_people p ON p.site_id = $1 AND p.booking_id = b.id
    WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])),
residents AS (
  SELECT s.id, a.location_id FROM arrivals a JOIN students s ON s.site_id = $1 AND s.id = a.id ORDER BY s.id FOR NO KEY UPDATE OF s)
UPDATE students s SET location_id = r.location_id, version = s.version + 1, updated_at = $3
FROM residents r WHERE s.site_id = $1 AND s.id = r.id AND s.location_id IS DISTINCT FROM r.location_id`;

/** Says of everybody in bookings that they live where the booking is now. */
export const updateHomes = (sql: Sql, siteId: string, bookingIds: string[], now: Date) =>
  sql.rows(ARRIVE, [siteId, bookingIds, now]);

const LOCK = 'SELECT FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE';
const LEAVE = `
UPDATE students s SET location_id = h.location_id, version = s.version + 1, updated_at = $3
FROM unnest($2::uuid[]) AS p (id)
LEFT JOIN LATERAL (
  SELECT b.location_id FROM bookings b WHERE b.site_id = $1 AND b.status = 'checked_in'
    AND (b.lead_person_id = p.id OR b.id IN (SELECT x.booking_id FROM booking_people x WHERE x.site_id = $1 AND x.student_id = p.id))
  ORDER BY b.segment_from DESC, b.id LIMIT 1) h ON true
WHERE s.site_id = $1 AND s.id = p.id AND s.location_id IS DISTINCT FROM h.location_id`;

/**
 * Says of people who have left a booking, which is written, that they live nowhere, or in the other place in which they are in
 * house: the one into which they moved last.
 */
export async function leaveHomes(sql: Sql, siteId: string, people: string[], now: Date): Promise<void> {
  const ids = [...new Set(people)];
  if (ids.length === 0) return;
  // A statement of its own: only the next one sees what was committed while this one waited.
  await Promise.all([sql.rows(LOCK, [siteId, ids]), sql.rows(LEAVE, [siteId, ids, now])]);
}
