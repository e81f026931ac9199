import { EXPECTED_IN_SQL } from '#libs/occupancy/live';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

/** Whether nobody has used the place `x`, which is not that of a closure, of the booking `b`: its guests have not come, or are to move there. */
export const isUnused = (b: string, x: string): string =>
  `(${b}.status IN ${EXPECTED_IN_SQL} OR ${b}.segment < ${x}.segment)`;

/** Whether the nights `stay`, which were spent, cannot be had again in the place `x`, which is that of the booking `b` or of a closure. */
export const isUsed = (
  x: string,
  b: string,
  stay: string,
): string => `(${x}.in_house AND ${stay} && overstay(${x}.period, ${x}.turnaround, upper(${stay}))
    OR ${x}.period && ${stay} AND NOT (${x}.closure_id IS NULL AND NOT ${x}.in_house AND ${isUnused(b, x)}
      AND nights(lower(${x}.period), upper(${x}.period) - ${x}.turnaround) && ${stay}))`;

export const slotToResume: SqlFunction = {
  signature: 'slot_to_resume(uuid,uuid,integer,uuid,smallint)',
  text: `
-- The slot in which a stay that was over and was voided has its nights again: the one that it had, or another one of the same room, if
-- somebody has used that one since. Null: no slot is left. A reservation that nobody used is not in the way.
CREATE OR REPLACE FUNCTION slot_to_resume(site uuid, booking uuid, of_segment integer, room uuid, had smallint) RETURNS smallint
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    SELECT s.slot FROM occupancies own
    JOIN locations l ON l.site_id = site AND l.id = room
    CROSS JOIN LATERAL (SELECT nights(lower(own.period), upper(own.period) - own.turnaround) AS stay) n
    CROSS JOIN LATERAL (
      SELECT had AS slot
      UNION SELECT g::smallint FROM generate_series(1, l.capacity) g WHERE own.part_of IS NULL AND NOT EXISTS (
        SELECT FROM occupancies p WHERE p.site_id = site AND p.booking_id = booking AND (p.part_of = room
          OR p.location_id = room AND p.slot = g AND (p.segment = of_segment OR p.period && own.period)))) s
    WHERE own.site_id = site AND own.booking_id = booking AND own.segment = of_segment AND own.location_id = room AND own.slot = had
      AND NOT EXISTS (
        SELECT FROM occupancies x
        LEFT JOIN bookings b ON b.site_id = site AND b.id = x.booking_id AND x.closure_id IS NULL
        WHERE x.location_id = room AND x.slot = s.slot AND x.site_id = site AND x.live AND x.booking_id <> booking AND ${isUsed('x', 'b', 'n.stay')})
    ORDER BY s.slot <> had, s.slot LIMIT 1);
END $$`,
};
