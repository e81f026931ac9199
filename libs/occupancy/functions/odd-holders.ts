import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const oddHolders: SqlFunction = {
  signature: 'odd_holders(uuid,date)',
  text: `
-- The bookings and closures that may have other nights, or another state, than their rows say; only timeline() knows them. Residents whose
-- nights are over, what waits for one of them, and planned moves of which the day has passed. They are few; not inlined, with a number of
-- rows: the planner would expect most bookings among them.
CREATE OR REPLACE FUNCTION odd_holders(site uuid, today date) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
BEGIN
  RETURN QUERY SELECT o.booking_id FROM occupancies o WHERE o.site_id = site AND o.in_house AND upper(o.period) - o.turnaround <= today
  UNION SELECT w.booking_id FROM occupancies v JOIN occupancies w ON w.site_id = site AND w.location_id = v.location_id AND w.slot = v.slot
    AND w.live AND NOT w.in_house AND w.period && overstay(v.period, v.turnaround, today)
  WHERE v.site_id = site AND v.in_house AND upper(v.period) - v.turnaround < today
  UNION SELECT o.booking_id FROM occupancies o JOIN bookings b ON b.site_id = site AND b.id = o.booking_id AND b.segment < o.segment
  WHERE o.site_id = site AND o.live AND o.segment > 1 AND lower(o.period) < today;
END $$`,
};
