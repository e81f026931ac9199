import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const timeline: SqlFunction = {
  signature: 'timeline(uuid,date)',
  text: `
-- Who holds, stays in or stayed in which place, and which places are closed, as it is known on a day. Whoever is in house has
-- every night until that day, also after the end of the stay; nights that others hold there begin when it is over. To find
-- rows by an index, ask for "period && nights OR in_house", and then for the nights themselves.
CREATE OR REPLACE FUNCTION timeline(site uuid, today date)
RETURNS TABLE (holder_id uuid, closure_id uuid, segment integer, location_id uuid, slot smallint, stay_location_id uuid,
  period daterange, in_house boolean, nights daterange, cleaning daterange, state text)
LANGUAGE sql STABLE AS $$
  SELECT o.booking_id, o.closure_id, o.segment, o.location_id, o.slot, coalesce(o.part_of, o.location_id), o.period, o.in_house,
    CASE
      WHEN isempty(o.period) THEN o.period
      WHEN o.in_house THEN nights(lower(o.period), greatest(coalesce(upper(o.period) - o.turnaround, 'infinity'), today))
      WHEN lower(o.period) < today
        AND EXISTS (SELECT FROM occupancies x WHERE x.site_id = site AND x.location_id = o.location_id AND x.slot = o.slot
          AND x.in_house AND x.booking_id <> o.booking_id AND o.period && overstay(x.period, x.turnaround, today))
        AND (o.closure_id IS NOT NULL OR EXISTS (SELECT FROM bookings b WHERE b.site_id = site AND b.id = o.booking_id
          AND (b.status IN ('provisional', 'confirmed') OR o.segment > b.segment)))
        THEN nights(greatest(lower(o.period), today), upper(o.period) - o.turnaround)
      ELSE nights(lower(o.period), upper(o.period) - o.turnaround) END,
    CASE
      WHEN o.turnaround = 0 THEN 'empty'
      WHEN o.in_house THEN nights(greatest(upper(o.period) - o.turnaround, today), upper(o.period))
      ELSE nights(upper(o.period) - o.turnaround, upper(o.period)) END,
    CASE
      WHEN o.closure_id IS NOT NULL THEN 'closed'
      WHEN o.in_house THEN 'in_house'
      ELSE (SELECT CASE WHEN b.status IN ('provisional', 'confirmed') OR o.segment > b.segment THEN 'held' ELSE 'left' END
        FROM bookings b WHERE b.site_id = site AND b.id = o.booking_id) END
  FROM occupancies o
  WHERE o.site_id = site AND o.live
$$`,
};
