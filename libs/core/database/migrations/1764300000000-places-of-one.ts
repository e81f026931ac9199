import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The place of a room with nothing below it is found without walking the tree. */
export class PlacesOfOne1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PLACES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(PLACES_BACK);
  }
}

const PLACES = `
CREATE OR REPLACE FUNCTION places_to_take(site uuid, root uuid, stay daterange, resident boolean, own uuid)
RETURNS TABLE (location_id uuid, slot smallint) LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_column
DECLARE
  slots smallint;
  place smallint := 1;
BEGIN
  IF NOT EXISTS (SELECT FROM locations l WHERE l.site_id = site AND l.parent_id = root) THEN
    slots := (SELECT l.capacity FROM locations l JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
      WHERE l.site_id = site AND l.id = root AND t.can_be_allocated_to_bookings);
  ELSIF is_whole(site, root) THEN
    RETURN QUERY SELECT c.location_id, s::smallint FROM allocatable_below(site, root) c, generate_series(1, c.capacity) AS s;
    RETURN;
  ELSE
    slots := (SELECT c.capacity FROM allocatable_below(site, root) c);
  END IF;
  WHILE place <= slots LOOP
    IF NOT EXISTS (
      SELECT FROM occupancies o WHERE o.location_id = root AND o.slot = place AND o.site_id = site AND o.live
        AND o.booking_id <> own AND (o.period && stay OR (resident AND o.in_house))) THEN
      RETURN QUERY SELECT root, place;
      RETURN;
    END IF;
    place := place + 1;
  END LOOP;
END $$;`;

const PLACES_BACK = `
CREATE OR REPLACE FUNCTION places_to_take(site uuid, root uuid, stay daterange, resident boolean, own uuid)
RETURNS TABLE (location_id uuid, slot smallint) LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_column
DECLARE
  place smallint;
BEGIN
  IF is_whole(site, root) THEN
    RETURN QUERY SELECT c.location_id, s::smallint FROM allocatable_below(site, root) c, generate_series(1, c.capacity) AS s;
    RETURN;
  END IF;
  FOR place IN SELECT generate_series(1, c.capacity) FROM allocatable_below(site, root) c LOOP
    IF NOT EXISTS (
      SELECT FROM occupancies o WHERE o.location_id = root AND o.slot = place AND o.site_id = site AND o.live
        AND o.booking_id <> own AND (o.period && stay OR (resident AND o.in_house))) THEN
      RETURN QUERY SELECT root, place;
      RETURN;
    END IF;
  END LOOP;
END $$;`;
