import { isUsed } from '#libs/occupancy/functions/slot-to-resume';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const retakenBy: SqlFunction = {
  signature: 'retaken_by(uuid,uuid)',
  text: `
-- Why a stay that was over and was voided cannot have its nights again: the first who stayed there, or what closed them, if the room has no
-- other place for them. A reservation that nobody used is not in the way, unless the room has fewer places than before. Nights for
-- cleaning give way.
CREATE OR REPLACE FUNCTION retaken_by(site uuid, booking uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    SELECT x.booking_id FROM occupancies own
    JOIN locations l ON l.site_id = site AND l.id = own.location_id
    CROSS JOIN LATERAL (SELECT nights(lower(own.period), upper(own.period) - own.turnaround) AS stay) n
    JOIN occupancies x ON x.location_id = own.location_id AND x.site_id = site AND x.live AND x.booking_id <> booking
    LEFT JOIN bookings b ON b.site_id = site AND b.id = x.booking_id AND x.closure_id IS NULL
    WHERE own.site_id = site AND own.booking_id = booking AND NOT isempty(own.period) AND (
      x.slot = own.slot AND ${isUsed('x', 'b', 'n.stay')} AND slot_to_resume(site, booking, own.segment, own.location_id, own.slot) IS NULL
      OR x.period && own.period AND (own.slot > l.capacity OR x.closure_id IS NULL AND x.slot > l.capacity)
        AND is_full(site, own.location_id, l.capacity, own.period, booking))
    ORDER BY lower(x.period), x.booking_id LIMIT 1);
END $$`,
};
