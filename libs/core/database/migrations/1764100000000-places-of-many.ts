import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Many stays in single places, as of an import, take them in one statement; references are made without a query each. */
export class PlacesOfMany1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [EXCHANGE, REFERENCE]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const part of [EXCHANGE_BACK, REFERENCE_BACK]) await runner.query(part);
  }
}

const EXCHANGE = `
ALTER FUNCTION exchange_places(uuid, jsonb) RENAME TO exchange_places_in_turn;

-- Stays that leave nothing and want the one place of a location with nothing below it. They stand in nobody's way but each
-- other's, and there the earlier row of a statement wins, as the earlier step does. Everybody takes locations in one order.
CREATE FUNCTION take_single_places(site uuid, steps jsonb) RETURNS TABLE (step integer, done boolean) LANGUAGE sql VOLATILE AS $$
  WITH wanted AS MATERIALIZED (
    SELECT x.step, x.booking, x.segment, x.location, nights(x.starts, x.ends) AS stay, x.resident
    FROM jsonb_to_recordset(steps) AS x (step integer, booking uuid, segment integer, location uuid, starts date, ends date,
      resident boolean)),
  taken AS (
    INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
    SELECT site, w.booking, w.segment, w.location, 1, w.stay, true, w.resident FROM wanted w ORDER BY w.location, w.step
    ON CONFLICT DO NOTHING RETURNING booking_id)
  SELECT w.step, w.booking IN (SELECT booking_id FROM taken) FROM wanted w
$$;

-- Runs steps in their order, as exchange_places_in_turn does. Where no step leaves a place or wants a whole, those that want
-- the only place of a location go first and together: the order of steps only matters within one location then.
CREATE FUNCTION exchange_places(site uuid, steps jsonb) RETURNS TABLE (step integer, done boolean) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  single jsonb;
  others jsonb;
BEGIN
  IF jsonb_array_length(steps) > 1 AND NOT jsonb_path_exists(steps, '$[*] ? (exists (@.leave_booking))') THEN
    SELECT jsonb_agg(x.value) FILTER (WHERE x.single), jsonb_agg(x.value) FILTER (WHERE x.single IS NOT TRUE)
    INTO single, others FROM (
      SELECT s.value, bool_and(f.has_more IS NOT TRUE) OVER () AND f.capacity = 1 AND f.allocatable IS TRUE AS single
      FROM jsonb_array_elements(steps) s
      LEFT JOIN LATERAL (
        SELECT l.capacity, t.can_be_allocated_to_bookings AS allocatable,
          EXISTS (SELECT FROM locations c WHERE c.site_id = site AND c.parent_id = l.id) AS has_more
        FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
        WHERE l.site_id = site AND l.id = (s.value ->> 'location')::uuid LIMIT 1) f ON true) x;
    IF single IS NOT NULL THEN
      RETURN QUERY SELECT * FROM take_single_places(site, single);
      RETURN QUERY SELECT * FROM exchange_places_in_turn(site, coalesce(others, '[]'));
      RETURN;
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM exchange_places_in_turn(site, steps);
END $$;`;

// The same bijection as before, computed and not queried.
const REFERENCE = `
CREATE OR REPLACE FUNCTION new_booking_reference() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  n bigint := nextval('public.booking_reference_numbers') * 22801763489::numeric % 34359738368;
  reference text := '';
BEGIN
  FOR digit IN REVERSE 6..0 LOOP
    reference := reference || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((n >> (5 * digit)) & 31)::int + 1, 1);
  END LOOP;
  RETURN reference;
END $$;`;

const REFERENCE_BACK = `
CREATE OR REPLACE FUNCTION new_booking_reference() RETURNS text LANGUAGE sql VOLATILE AS $$
  WITH scrambled AS (SELECT (nextval('public.booking_reference_numbers') * 22801763489::numeric % 34359738368)::bigint AS n)
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((n >> (5 * digit)) & 31)::int + 1, 1), '' ORDER BY digit DESC)
  FROM scrambled, generate_series(0, 6) AS digit
$$;`;

const EXCHANGE_BACK = `
DROP FUNCTION exchange_places(uuid, jsonb), take_single_places(uuid, jsonb);
ALTER FUNCTION exchange_places_in_turn(uuid, jsonb) RENAME TO exchange_places;`;
