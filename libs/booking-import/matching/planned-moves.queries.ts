import type { Sql } from '#libs/core/database/transaction';

/** The move of a booking to another room that is still to come. */
export interface PlannedMove {
  booking_id: string;
  location: string;
  on: string;
}

const PLANNED = `
SELECT DISTINCT ON (o.booking_id) o.booking_id, l.name AS location, lower(o.period) AS on
FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
JOIN locations l ON l.site_id = o.site_id AND l.id = coalesce(o.part_of, o.location_id)
WHERE o.site_id = $1 AND o.booking_id = ANY($2::uuid[]) AND o.segment > b.segment AND o.live AND NOT isempty(o.period)
ORDER BY o.booking_id, o.segment`;

export const findPlannedMoves = async (sql: Sql, siteId: string, bookings: string[]): Promise<PlannedMove[]> =>
  bookings.length === 0 ? [] : sql.rows<PlannedMove>(PLANNED, [siteId, bookings]);
