import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People who left before the location was emptied at check-out still had the room of their last stay. Who is in house
 * anywhere, or is expected in that room, keeps it.
 */
export class HomesOfPeopleWhoLeft1766870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EMPTY);
  }

  // Where they lived is in the trails of their bookings.
  async down(): Promise<void> {}
}

// Those who left: everybody in a stay that is over, and who once was in one that began.
const EMPTY = `
WITH began AS (
  SELECT b.site_id, b.id, b.location_id, b.lead_person_id FROM bookings b
  WHERE b.status = 'checked_out' OR EXISTS (
    SELECT FROM booking_transactions t WHERE t.site_id = b.site_id AND t.booking_id = b.id AND t.to_status = 'checked_in')),
stayed AS (
  SELECT site_id, lead_person_id AS id, location_id FROM began
  UNION SELECT b.site_id, p.student_id, b.location_id FROM began b JOIN booking_people p ON p.site_id = b.site_id AND p.booking_id = b.id
  UNION SELECT b.site_id, x.id::uuid, b.location_id FROM began b
    JOIN booking_transactions t ON t.site_id = b.site_id AND t.booking_id = b.id AND t.type = 'updated'
    CROSS JOIN LATERAL jsonb_array_elements(t.changes) c
    CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(c -> 'from') WHEN 'array' THEN c -> 'from' ELSE jsonb_build_array(c -> 'from') END) AS x (id)
    WHERE c ->> 'field' IN ('lead_person', 'additional_people') AND x.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
UPDATE students s SET location_id = NULL, version = s.version + 1, updated_at = now()
FROM stayed h
WHERE s.site_id = h.site_id AND s.id = h.id AND s.location_id = h.location_id AND NOT EXISTS (
  SELECT FROM bookings b
  WHERE b.site_id = s.site_id AND (b.status = 'checked_in' OR b.status IN ('provisional', 'confirmed') AND b.location_id = s.location_id)
    AND (b.lead_person_id = s.id
      OR b.id IN (SELECT p.booking_id FROM booking_people p WHERE p.site_id = s.site_id AND p.student_id = s.id)))`;
