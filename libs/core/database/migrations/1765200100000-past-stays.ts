import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stays that are over come under the constraint: finished ones, segments before a room move, and those that were imported when
 * they were over, which had no places. Of two that were in one place in the same night one comes under it; the other keeps its
 * rows outside of it, and `doctor` lists it.
 */
export class PastStays1765200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [CHECKS, WHOLES, IMPORTED, ALONE, CONTESTED]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const CHECKS = `
ALTER TABLE occupancies VALIDATE CONSTRAINT occupancies_closure_1;
ALTER TABLE occupancies VALIDATE CONSTRAINT occupancies_closure_2;
ALTER TABLE occupancies VALIDATE CONSTRAINT occupancies_turnaround_1;
ALTER TABLE location_types VALIDATE CONSTRAINT location_types_turnaround_1;
ALTER TABLE bookings VALIDATE CONSTRAINT bookings_turnaround_1;
ALTER TABLE booking_transactions VALIDATE CONSTRAINT booking_transactions_cause_1`;

// A place of a flat says which flat the stay is of.
const WHOLES = `
WITH RECURSIVE several AS (
  SELECT o.site_id, o.booking_id, o.segment FROM occupancies o GROUP BY 1, 2, 3 HAVING count(DISTINCT o.location_id) > 1),
roots AS (
  SELECT s.site_id, s.booking_id, s.segment, CASE WHEN b.segment = s.segment THEN b.location_id ELSE (
    SELECT o.location_id FROM occupancies o
    WHERE o.site_id = s.site_id AND o.booking_id = s.booking_id AND o.segment = s.segment AND NOT EXISTS (
      WITH RECURSIVE above AS (
        SELECT l.parent_id FROM locations l WHERE l.site_id = o.site_id AND l.id = o.location_id
        UNION SELECT l.parent_id FROM above a JOIN locations l ON l.site_id = o.site_id AND l.id = a.parent_id)
      SELECT FROM above a JOIN occupancies x ON x.location_id = a.parent_id AND x.site_id = s.site_id
        AND x.booking_id = s.booking_id AND x.segment = s.segment)
    LIMIT 1) END AS root
  FROM several s JOIN bookings b ON b.site_id = s.site_id AND b.id = s.booking_id)
UPDATE occupancies o SET part_of = r.root FROM roots r
WHERE o.site_id = r.site_id AND o.booking_id = r.booking_id AND o.segment = r.segment AND o.location_id <> r.root`;

const IMPORTED = `
INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house, part_of)
SELECT b.site_id, b.id, b.segment, p.location_id, 1,
  nights(b.occupied_from, least(coalesce(b.occupied_to, (b.checked_out_at AT TIME ZONE s.time_zone)::date, b.occupied_from),
    greatest(b.occupied_from, (now() AT TIME ZONE s.time_zone)::date))),
  false, false, nullif(b.location_id, p.location_id)
FROM bookings b JOIN sites s ON s.id = b.site_id
CROSS JOIN LATERAL (
  SELECT c.location_id FROM allocatable_below(b.site_id, b.location_id) c
  UNION SELECT b.location_id) p
WHERE b.status = 'checked_out'
  AND NOT EXISTS (SELECT FROM occupancies o WHERE o.site_id = b.site_id AND o.booking_id = b.id)`;

// Those that share no night of a place with anybody, found by one sort.
const ALONE = `
WITH stays AS (
  SELECT o.site_id, o.booking_id, o.segment, o.location_id, o.slot, o.live, o.period, max(upper(o.period)) OVER before AS reached,
    min(lower(o.period)) OVER after AS follows, count(*) FILTER (WHERE upper_inf(o.period)) OVER before AS endless
  FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
  WHERE NOT isempty(o.period) AND (o.live OR b.status = 'checked_out' OR b.status = 'checked_in' AND o.segment < b.segment)
  WINDOW before AS (PARTITION BY o.site_id, o.location_id, o.slot ORDER BY lower(o.period), o.booking_id, o.segment
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
    after AS (PARTITION BY o.site_id, o.location_id, o.slot ORDER BY lower(o.period), o.booking_id, o.segment
      ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING))
UPDATE occupancies o SET live = true FROM stays s
WHERE NOT s.live AND s.endless = 0 AND (s.reached IS NULL OR s.reached <= lower(s.period))
  AND (s.follows IS NULL OR s.follows >= upper(s.period))
  AND o.site_id = s.site_id AND o.booking_id = s.booking_id AND o.segment = s.segment AND o.location_id = s.location_id
  AND o.slot = s.slot`;

// The others one after another, the earliest first, in any bed of the room that is free.
const CONTESTED = `
DO $$
DECLARE
  s record;
  place smallint;
  kept integer := 0;
BEGIN
  FOR s IN
    SELECT o.*, l.capacity AS last_slot, o.part_of IS NOT NULL OR is_whole(o.site_id, o.location_id) AS whole
    FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
    JOIN locations l ON l.site_id = o.site_id AND l.id = o.location_id
    WHERE NOT o.live AND (b.status = 'checked_out' OR b.status = 'checked_in' AND o.segment < b.segment)
    ORDER BY lower(o.period), o.booking_id, o.segment, o.location_id, o.slot
  LOOP
    FOR place IN SELECT n FROM generate_series(1, greatest(s.slot, s.last_slot)) n WHERE n = s.slot OR NOT s.whole ORDER BY n <> s.slot, n
    LOOP
      BEGIN
        UPDATE occupancies o SET live = true, slot = place
        WHERE o.site_id = s.site_id AND o.booking_id = s.booking_id AND o.segment = s.segment AND o.location_id = s.location_id
          AND o.slot = s.slot;
        EXIT;
      EXCEPTION WHEN exclusion_violation OR unique_violation THEN
        CONTINUE;
      END;
    END LOOP;
  END LOOP;
  SELECT count(*) INTO kept FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
    WHERE NOT o.live AND (b.status = 'checked_out' OR b.status = 'checked_in' AND o.segment < b.segment);
  IF kept > 0 THEN
    RAISE WARNING '% places of past stays are held by two bookings in the same night; "lodge doctor" lists them', kept;
  END IF;
END $$`;

const DOWN = `
UPDATE occupancies o SET live = false FROM bookings b
WHERE b.site_id = o.site_id AND b.id = o.booking_id AND o.live
  AND (b.status = 'checked_out' OR b.status = 'checked_in' AND o.segment < b.segment)`;
