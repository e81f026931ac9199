import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const exchangePlaces: SqlFunction = {
  signature: 'exchange_places(uuid,date,jsonb)',
  text: `
-- Runs steps in their order, as exchange_places_in_turn does. Where no step leaves a place or wants a whole, those that want
-- the only place of a location go first and together: the order of steps only matters within one location then. Where all steps
-- only suspend bookings, which is always possible, they do so together.
CREATE OR REPLACE FUNCTION exchange_places(site uuid, today date, steps jsonb)
RETURNS TABLE (step integer, done boolean, pushed jsonb)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  single jsonb;
  others jsonb;
BEGIN
  IF NOT jsonb_path_exists(steps, '$[*] ? (exists (@.takes[*]) || !exists (@.leaves[*]) || exists (@.leaves[*] ? (@.how != "suspend")))') THEN
    UPDATE occupancies o SET live = false, in_house = false
    FROM (SELECT DISTINCT (l #>> '{}')::uuid AS id FROM jsonb_path_query(steps, '$[*].leaves[*].booking') l) b
    WHERE o.site_id = site AND o.booking_id = b.id;
    RETURN QUERY SELECT (s ->> 'step')::integer, true, NULL::jsonb FROM jsonb_array_elements(steps) s;
    RETURN;
  END IF;
  IF jsonb_array_length(steps) > 1 AND NOT jsonb_path_exists(steps, '$[*] ? (exists (@.leaves) || exists (@.takes[1]))') THEN
    SELECT jsonb_agg(x.value) FILTER (WHERE x.single), jsonb_agg(x.value) FILTER (WHERE x.single IS NOT TRUE)
    INTO single, others FROM (
      SELECT s.value, bool_and(f.has_more IS NOT TRUE) OVER () AND f.capacity = 1 AND f.allocatable IS TRUE AS single
      FROM jsonb_array_elements(steps) s
      LEFT JOIN LATERAL (
        SELECT l.capacity, t.can_be_allocated_to_bookings AS allocatable,
          EXISTS (SELECT FROM locations c WHERE c.site_id = site AND c.parent_id = l.id) AS has_more
        FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
        WHERE l.site_id = site AND l.id = (s.value -> 'takes' -> 0 ->> 'location')::uuid LIMIT 1) f ON true) x;
    IF single IS NOT NULL THEN
      RETURN QUERY SELECT t.step, t.done, NULL::jsonb FROM take_single_places(site, today, single) t;
      RETURN QUERY SELECT * FROM exchange_places_in_turn(site, today, coalesce(others, '[]'));
      RETURN;
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM exchange_places_in_turn(site, today, steps);
END $$`,
};
