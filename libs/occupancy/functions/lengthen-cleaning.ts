import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const lengthenCleaning: SqlFunction = {
  signature: 'lengthen_cleaning(uuid,uuid[])',
  text: `
-- Gives bookings that change their places the nights for cleaning again that a return or an exchange had shortened, as far as nobody has
-- the place by now.
CREATE OR REPLACE FUNCTION lengthen_cleaning(site uuid, bookings uuid[]) RETURNS void
LANGUAGE sql VOLATILE SET enable_seqscan = off AS $$
  UPDATE occupancies o SET turnaround = f.days, period = nights(lower(o.period), f.departure + f.days)
  FROM (
    SELECT p.booking_id, p.segment, p.location_id, p.slot, d.departure, least(p.full_turnaround, (
      SELECT min(greatest(lower(x.period), d.departure)) - d.departure FROM occupancies x
      WHERE x.location_id = p.location_id AND x.slot = p.slot AND x.site_id = site AND x.live
        AND (x.booking_id, x.segment) <> (p.booking_id, p.segment)
        AND x.period && nights(d.departure, d.departure + p.full_turnaround)))::smallint AS days
    FROM occupancies p CROSS JOIN LATERAL (SELECT upper(p.period) - p.turnaround AS departure) d
    WHERE p.site_id = site AND p.booking_id = ANY(bookings) AND p.full_turnaround IS NOT NULL AND p.live AND NOT isempty(p.period)) f
  WHERE o.site_id = site AND o.booking_id = f.booking_id AND o.segment = f.segment AND o.location_id = f.location_id AND o.slot = f.slot
    AND f.days > o.turnaround
$$`,
};
