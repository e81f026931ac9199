import { PLANNED } from '#libs/bookings/bookings.queries';
import type { Sql } from '#libs/core/database/transaction';

/** The move of a booking to another room that is still to come. */
export interface PlannedMove {
  booking_id: string;
  location: string;
  on: string;
}

const MOVES = `
SELECT b.id AS booking_id, l.name AS location, p.first AS on
FROM bookings b CROSS JOIN LATERAL (${PLANNED}) p JOIN locations l ON l.site_id = b.site_id AND l.id = p.location
WHERE b.site_id = $1 AND b.id = ANY($2::uuid[]) AND p.first IS NOT NULL`;

export const findPlannedMoves = async (sql: Sql, siteId: string, bookings: string[]): Promise<PlannedMove[]> =>
  bookings.length === 0 ? [] : sql.rows<PlannedMove>(MOVES, [siteId, bookings]);
