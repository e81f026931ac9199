import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const takeSinglePlaces: SqlFunction = {
  signature: 'take_single_places(uuid,date,jsonb)',
  text: `
-- Stays that leave nothing and want the one place of a location with nothing below it. Only what is there and each other can
-- be in their way, and there the earlier row of a statement wins, as the earlier step does. All take locations in one order.
CREATE OR REPLACE FUNCTION take_single_places(site uuid, today date, steps jsonb) RETURNS TABLE (step integer, done boolean)
LANGUAGE sql VOLATILE SET enable_seqscan = off AS $$
  WITH given AS MATERIALIZED (
    SELECT x.step, t.* FROM jsonb_to_recordset(steps) AS x (step integer, takes jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(x.takes) AS t (booking uuid, segment integer, location uuid, starts date, ends date,
      resident boolean, turnaround smallint)),
  wanted AS MATERIALIZED (
    SELECT g.step, g.booking, g.segment, g.location, g.resident, d.days, nights(g.starts, g.ends + d.days) AS stay
    FROM given g
    CROSS JOIN LATERAL (
      SELECT t.turnaround_days FROM locations l JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
      WHERE l.site_id = site AND l.id = g.location LIMIT 1) y
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.ends > g.starts THEN coalesce(g.turnaround, y.turnaround_days) ELSE 0 END::smallint AS days) d),
  taken AS (
    INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house, turnaround)
    SELECT site, w.booking, w.segment, w.location, 1, w.stay, true, w.resident, w.days FROM wanted w
    WHERE NOT EXISTS (
      SELECT FROM occupancies o WHERE o.site_id = site AND o.location_id = w.location AND o.slot = 1 AND o.in_house
        AND w.stay && overstay(o.period, o.turnaround, today))
      -- Whatever has a night of it, as in is_full() for one place; OFFSET keeps this an index lookup for each stay.
      AND NOT EXISTS (
        SELECT FROM occupancies n
        WHERE n.location_id = w.location AND n.site_id = site AND n.live AND n.booking_id <> w.booking AND n.period && w.stay
          AND (n.closure_id IS NULL OR n.slot = 1) OFFSET 0)
    ORDER BY w.location, w.step
    ON CONFLICT DO NOTHING RETURNING booking_id)
  SELECT w.step, w.booking IN (SELECT booking_id FROM taken) FROM wanted w
$$`,
};
