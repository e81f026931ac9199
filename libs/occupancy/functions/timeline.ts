import { contractEndOf, isLate } from '#libs/occupancy/functions/late-stays';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

const IS_PLANNED = `o.segment > 1 AND EXISTS (
        SELECT FROM bookings b WHERE b.site_id = site AND b.id = o.booking_id AND b.segment < o.segment)`;

/**
 * The end of the stay of a resident whose nights are over: tomorrow, if the resident is late to leave and nobody else has tonight in this
 * place. Of a flat, somebody else may have tonight in one of the rooms: the resident is still in the others.
 */
const LATE_UNTIL = `(
      today + coalesce(${isLate('o', contractEndOf('o'), 'today')} AND NOT EXISTS (
        SELECT FROM occupancies y WHERE y.site_id = site AND y.location_id = o.location_id AND y.slot = o.slot AND y.live
          AND (y.booking_id, y.segment) <> (o.booking_id, o.segment) AND y.period @> today AND (upper_inf(y.period) OR upper(y.period) - y.turnaround > today)), false)::integer)`;

/** Held nights of which some were spent in the same place by somebody who is still there. */
const WAITS = `(x.booking_id IS NOT NULL AND (o.closure_id IS NOT NULL OR e.id IS NOT NULL OR ${IS_PLANNED}))`;

export const timeline: SqlFunction = {
  signature: 'timeline(uuid,date)',
  text: `
-- The bookings that hold, stay in or stayed in a place, and the closures, as they are known on a day. A resident has
-- every night until that day, also after the end of the stay, and that night, too, in each place where nobody else has it; nights that
-- are held in the same place begin when it is over. To find rows by an index, the condition is "period && nights OR in_house", and then the nights themselves.
CREATE OR REPLACE FUNCTION timeline(site uuid, today date)
RETURNS TABLE (holder_id uuid, closure_id uuid, segment integer, location_id uuid, slot smallint, stay_location_id uuid,
  period daterange, in_house boolean, nights daterange, cleaning daterange, state text)
LANGUAGE sql STABLE AS $$
  SELECT o.booking_id, o.closure_id, o.segment, o.location_id, o.slot, coalesce(o.part_of, o.location_id), o.period, o.in_house,
    CASE
      WHEN isempty(o.period) THEN o.period
      WHEN o.in_house AND upper(o.period) - o.turnaround <= today THEN nights(lower(o.period), ${LATE_UNTIL})
      WHEN o.in_house THEN nights(lower(o.period), coalesce(upper(o.period) - o.turnaround, 'infinity'))
      WHEN ${WAITS}
        THEN nights(greatest(lower(o.period), today), upper(o.period) - o.turnaround)
      ELSE nights(lower(o.period), upper(o.period) - o.turnaround) END,
    CASE
      WHEN o.turnaround = 0 THEN 'empty'
      WHEN o.in_house AND upper(o.period) - o.turnaround <= today THEN nights(${LATE_UNTIL}, upper(o.period))
      WHEN upper(o.period) - o.turnaround <= today AND ${WAITS} THEN nights(today + 1, upper(o.period))
      ELSE nights(upper(o.period) - o.turnaround, upper(o.period)) END,
    CASE
      WHEN o.closure_id IS NOT NULL THEN 'closed'
      WHEN o.in_house THEN 'in_house'
      WHEN lower(o.period) >= today OR e.id IS NOT NULL OR ${IS_PLANNED} THEN 'held'
      ELSE 'left' END
  FROM occupancies o
  -- People who have not come yet, and people who are still there after the end: joined, so that few are looked up and many are read at once.
  LEFT JOIN bookings e ON e.site_id = site AND e.id = o.booking_id AND e.status IN ('provisional', 'confirmed')
    AND e.contract_start < today
  LEFT JOIN occupancies x ON x.site_id = site AND x.location_id = o.location_id AND x.slot = o.slot AND x.in_house
    AND NOT o.in_house AND lower(o.period) < today
    AND upper(x.period) - x.turnaround < today AND o.period && overstay(x.period, x.turnaround, today)
  WHERE o.site_id = site AND o.live
$$`,
};
