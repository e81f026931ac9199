import { contractEndOf } from '#libs/occupancy/functions/late-stays';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const holdersBelow: SqlFunction = {
  signature: 'holders_below(uuid,date,uuid,date,date,smallint,boolean,uuid)',
  text: `
-- The bookings and closures that have any place at a location, or below it, in some nights. Closures also count in the nights of a
-- resident who arrives by a late entry, from the end of the contract until tonight, and so do stays since that end. Kinds: booking (holds one of the
-- nights), stay (somebody stayed there, or still does after the end of the contract), closure, turnaround (only cleaning is in the way), occupied (holds none of the
-- nights, but still lives there; only reported to somebody who moves in at once).
CREATE OR REPLACE FUNCTION holders_below(site uuid, today date, root uuid, first date, departure date, cleaning smallint,
  resident boolean, own uuid)
RETURNS TABLE (holder_id uuid, kind text, in_house boolean)
LANGUAGE plpgsql STABLE ROWS 2 SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  days smallint := (SELECT CASE WHEN departure > first THEN coalesce(cleaning, t.turnaround_days) ELSE 0 END
    FROM locations l JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
    WHERE l.site_id = site AND l.id = root);
  stay daterange := nights(first, departure + days);
  since daterange := CASE WHEN resident THEN nights(coalesce(departure, 'infinity'), today) ELSE 'empty' END;
  late daterange := CASE WHEN resident AND departure < today THEN nights(departure, today + 1) ELSE 'empty' END;
BEGIN
  RETURN QUERY
    SELECT x.booking_id, CASE min(x.rank)
        WHEN 1 THEN 'closure' WHEN 2 THEN 'stay' WHEN 3 THEN 'booking' WHEN 4 THEN 'turnaround' ELSE 'occupied' END,
      bool_or(x.in_house)
    FROM allocatable_below(site, root) c
    CROSS JOIN LATERAL (
      SELECT o.booking_id, o.in_house, CASE
          WHEN o.in_house AND stay && overstay(o.period, o.turnaround, today) THEN 2
          WHEN o.closure_id IS NOT NULL THEN 1
          WHEN NOT o.period && stay THEN CASE WHEN o.in_house THEN 5 ELSE 2 END
          WHEN NOT nights(lower(o.period), upper(o.period) - o.turnaround) && nights(first, departure) THEN 4
          WHEN o.in_house THEN CASE WHEN ${contractEndOf('o')} <= first THEN 2 ELSE 3 END
          WHEN EXISTS (SELECT FROM bookings b WHERE b.site_id = site AND b.id = o.booking_id
            AND (b.status = 'checked_out' OR b.status = 'checked_in' AND b.segment > o.segment)) THEN 2
          ELSE 3 END AS rank
      FROM occupancies o
      WHERE o.location_id = c.location_id AND o.site_id = site AND o.live AND o.booking_id <> own
        AND (o.period && stay OR o.in_house AND (resident OR stay && overstay(o.period, o.turnaround, today))
          OR o.closure_id IS NOT NULL AND o.period && late
          OR o.period && since AND EXISTS (SELECT FROM bookings b WHERE b.site_id = site AND b.id = o.booking_id
            AND (b.status = 'checked_out' OR b.segment > o.segment)))
      OFFSET 0) x
    GROUP BY x.booking_id;
END $$`,
};
