import { EXPECTED_IN_SQL } from '#libs/occupancy/live';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

/** Whether nobody has used the place `x`, which is not that of a closure, of the booking `b`: its guests have not come, or are to move there. */
export const isUnused = (b: string, x: string): string =>
  `(${b}.status IN ${EXPECTED_IN_SQL} OR ${b}.segment < ${x}.segment)`;

export const isRetaken: SqlFunction = {
  signature: 'is_retaken(uuid,uuid)',
  text: `
-- Whether a stay that was over and was voided cannot have its nights again: somebody else stayed there, or they were closed. A
-- reservation that nobody used is not in the way, unless the room has fewer places than before. Nights for cleaning give way.
CREATE OR REPLACE FUNCTION is_retaken(site uuid, booking uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM occupancies own
    JOIN locations l ON l.site_id = site AND l.id = own.location_id
    CROSS JOIN LATERAL (SELECT nights(lower(own.period), upper(own.period) - own.turnaround) AS stay) n
    WHERE own.site_id = site AND own.booking_id = booking AND NOT isempty(own.period) AND (EXISTS (
        SELECT FROM occupancies x
        LEFT JOIN bookings b ON b.site_id = site AND b.id = x.booking_id AND x.closure_id IS NULL
        WHERE x.location_id = own.location_id AND x.slot = own.slot AND x.site_id = site AND x.live AND x.booking_id <> booking
          AND (x.in_house AND n.stay && overstay(x.period, x.turnaround, upper(n.stay)) OR x.period && n.stay AND NOT (
            x.closure_id IS NULL AND NOT x.in_house AND ${isUnused('b', 'x')}
            AND nights(lower(x.period), upper(x.period) - x.turnaround) && n.stay)))
      OR is_full(site, own.location_id, l.capacity, own.period, booking) AND (own.slot > l.capacity OR EXISTS (
        SELECT FROM occupancies x
        WHERE x.location_id = own.location_id AND x.site_id = site AND x.live AND x.closure_id IS NULL AND x.booking_id <> booking
          AND x.slot > l.capacity AND x.period && own.period))));
END $$`,
};
