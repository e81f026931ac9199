import { sleepsElsewhere } from '#libs/occupancy/functions/late-stays';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const takenNights: SqlFunction = {
  signature: 'taken_nights(uuid,date,date,date)',
  text: `
-- The places of a site that are taken for a night between two days, with all of these nights: the rows of the constraint, and the
-- nights of residents who are late to leave. One whose place another booking has tonight sleeps in another place of the room: that has a
-- negative number here.
CREATE OR REPLACE FUNCTION taken_nights(site uuid, first_day date, until date, today date)
RETURNS TABLE (location_id uuid, slot smallint, nights daterange)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
BEGIN
  RETURN QUERY SELECT o.location_id, o.slot, o.period FROM occupancies o
    WHERE o.site_id = site AND o.live AND o.period && daterange(first_day, until)
      -- A place that a room has no more was closed: that takes nothing from the others.
      AND (o.closure_id IS NULL OR o.slot <= (SELECT l.capacity FROM locations l WHERE l.site_id = site AND l.id = o.location_id))
  UNION ALL
  SELECT x.location_id, x.slot, x.nights FROM late_stays(site, today) x WHERE x.nights && daterange(first_day, until)
  UNION ALL
  SELECT o.location_id, (-o.slot)::smallint, daterange(today, today + 1) FROM occupancies o
    WHERE o.site_id = site AND o.in_house AND daterange(first_day, until) @> today
      AND ${sleepsElsewhere('o', 'today')};
END $$`,
};
