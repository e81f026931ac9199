import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

const IS_PLANNED = `o.segment > 1 AND EXISTS (
        SELECT FROM bookings b WHERE b.site_id = site AND b.id = o.booking_id AND b.segment < o.segment)`;

/** Held nights of which some were spent by somebody who is still there. */
const WAITS = `x.booking_id IS NOT NULL AND (o.closure_id IS NOT NULL OR e.id IS NOT NULL OR ${IS_PLANNED})`;

export const timeline: SqlFunction = {
  signature: 'timeline(uuid,date)',
  text: `
-- Who holds, stays in or stayed in which place, and which places are closed, as it is known on a day. Whoever is in house has
-- every night until that day, also after the end of the stay; nights that are held there begin when it is over. To find
-- rows by an index, ask for "period && nights OR in_house", and then for the nights themselves.
CREATE OR REPLACE FUNCTION timeline(site uuid, today date)
RETURNS TABLE (holder_id uuid, closure_id uuid, segment integer, location_id uuid, slot smallint, stay_location_id uuid,
  period daterange, in_house boolean, nights daterange, cleaning daterange, state text)
LANGUAGE sql STABLE AS $$
  SELECT o.booking_id, o.closure_id, o.segment, o.location_id, o.slot, coalesce(o.part_of, o.location_id), o.period, o.in_house,
    CASE
      WHEN isempty(o.period) THEN o.period
      WHEN o.in_house THEN nights(lower(o.period), greatest(coalesce(upper(o.period) - o.turnaround, 'infinity'), today))
      WHEN ${WAITS}
        THEN nights(greatest(lower(o.period), today), upper(o.period) - o.turnaround)
      ELSE nights(lower(o.period), upper(o.period) - o.turnaround) END,
    CASE
      WHEN o.turnaround = 0 OR upper(o.period) - o.turnaround <= today AND ${WAITS} THEN 'empty'
      WHEN o.in_house THEN nights(greatest(upper(o.period) - o.turnaround, today), upper(o.period))
      ELSE nights(upper(o.period) - o.turnaround, upper(o.period)) END,
    CASE
      WHEN o.closure_id IS NOT NULL THEN 'closed'
      WHEN o.in_house THEN 'in_house'
      WHEN lower(o.period) >= today OR e.id IS NOT NULL OR ${IS_PLANNED} THEN 'held'
      ELSE 'left' END
  FROM occupancies o
  -- Who has not come yet, and who is still there after the end: joined, so that few are looked up and many are read at once.
  LEFT JOIN bookings e ON e.site_id = site AND e.id = o.booking_id AND e.status IN ('provisional', 'confirmed')
    AND e.contract_start < today
  LEFT JOIN occupancies x ON x.site_id = site AND x.location_id = o.location_id AND x.slot = o.slot AND x.in_house
    AND NOT o.in_house AND lower(o.period) < today
    AND upper(x.period) - x.turnaround < today AND o.period && overstay(x.period, x.turnaround, today)
  WHERE o.site_id = site AND o.live
$$`,
};
