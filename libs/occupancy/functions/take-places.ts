import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const takePlaces: SqlFunction = {
  signature: 'take_places(uuid,date,uuid,integer,uuid,date,date,smallint,boolean)',
  text: `
-- Takes every place that a stay needs, or returns false when one is not available; the caller undoes what it took by then.
CREATE OR REPLACE FUNCTION take_places(site uuid, today date, booking uuid, segment integer, root uuid, first date, departure date,
  cleaning smallint, resident boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  wanted integer;
  taken integer;
BEGIN
  -- A place in which the same booking continues is not cleaned, for example when a guest moves from a flat into one of its rooms.
  IF segment > 1 THEN
    PERFORM shorten_cleaning(site, ARRAY[booking], w.location_id, w.slot, first)
    FROM places_to_take(site, today, root, first, departure, cleaning, resident, booking) w WHERE NOT isempty(w.period);
  END IF;
  WITH wanted_places AS MATERIALIZED (
    SELECT * FROM places_to_take(site, today, root, first, departure, cleaning, resident, booking)),
  taken_places AS (
    INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house, turnaround, part_of)
    SELECT site, booking, segment, p.location_id, p.slot, p.period, true, resident, p.turnaround, nullif(root, p.location_id)
    FROM wanted_places p
    ORDER BY p.location_id, p.slot
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT (SELECT count(*) FROM wanted_places), (SELECT count(*) FROM taken_places) INTO wanted, taken;
  RETURN wanted > 0 AND wanted = taken;
END $$`,
};
