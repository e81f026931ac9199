import { pastTable } from '#libs/accounts/audit/past-records.queries';
import type { Sql } from '#libs/core/database/transaction';
import { pastBookings } from '#libs/bookings/history/past-bookings.queries';
import { PAST_CLOSURES, PAST_LOCATIONS } from '#libs/bookings/history/past-places';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

/** A booking at a moment, on a day of its site. */
interface Moment {
  siteId: string;
  booking: string;
  at: Date;
  today: string;
}

/** Somebody who is still in a room after the end of the stay, and the first night there. */
export interface Overstay {
  location: string;
  since: string;
}

const OVERSTAYS = `
WITH ${pastBookings({ site: '$1', at: '$2' })}
SELECT b.location_id AS location, b.segment_from AS since
FROM bookings b
WHERE b.location_id = ANY($3::uuid[]) AND b.id <> $4 AND b.status = 'checked_in'
  AND (b.contract_end < $5 OR EXISTS (
    SELECT FROM occupancies o WHERE o.booking_id = b.id AND o.segment > b.segment AND o.live AND lower(o.period) < $5))`;

/** The people of other bookings who were in one of the locations at a moment, after the end of their stay. */
export const listOverstays = async (
  sql: Sql,
  { siteId, booking, at, today }: Moment,
  locations: string[],
): Promise<Overstay[]> =>
  locations.length === 0 ? [] : sql.rows<Overstay>(OVERSTAYS, [siteId, at, locations, booking, today]);

const ENDS_LATER = '(b.contract_end IS NULL OR b.contract_end > $5)';

// Others have the night in the location itself, or in one that contains it and that they have as a whole.
const TONIGHT = `
WITH RECURSIVE ${pastBookings({ site: '$1', at: '$2' })},
${pastTable(PAST_LOCATIONS, '$1', '$2')},
${pastTable(PAST_CLOSURES, '$1', '$2')},
around AS (
  SELECT l.id, l.parent_id FROM locations l WHERE l.id = $3
  UNION ALL
  SELECT l.id, l.parent_id FROM around a JOIN locations l ON l.id = a.parent_id),
planned AS (
  SELECT DISTINCT o.booking_id, coalesce(o.part_of, o.location_id) AS location_id
  FROM occupancies o JOIN bookings b ON b.id = o.booking_id AND o.segment > b.segment
  WHERE o.live AND lower(o.period) <= $5),
others AS (
  SELECT b.location_id FROM bookings b
  WHERE b.id <> $4 AND b.status IN ${LIVE_IN_SQL} AND b.occupied_from <= $5 AND ${ENDS_LATER} AND b.id NOT IN (SELECT booking_id FROM planned)
  UNION ALL
  SELECT p.location_id FROM planned p JOIN bookings b ON b.id = p.booking_id WHERE b.status IN ${LIVE_IN_SQL} AND ${ENDS_LATER})
SELECT NOT EXISTS (
    SELECT FROM closures c JOIN around a ON a.id = c.location_id WHERE c.starts <= $5 AND (c.ends IS NULL OR c.ends > $5))
  AND NOT EXISTS (SELECT FROM others o JOIN around a ON a.id = o.location_id WHERE a.id <> $3)
  AND (SELECT count(*) FROM others o WHERE o.location_id = $3) < (SELECT l.capacity FROM locations l WHERE l.id = $3) AS is_free`;

/** Whether nobody else had the night of the day in a location, in which a resident was late to leave. */
export async function wasFreeTonight(
  sql: Sql,
  { siteId, booking, at, today }: Moment,
  location: string,
): Promise<boolean> {
  const [row] = await sql.rows<{ is_free: boolean }>(TONIGHT, [siteId, at, location, booking, today]);
  return row?.is_free ?? false;
}
