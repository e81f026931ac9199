import type { Sql } from '#libs/core/database/transaction';
import {
  BOOKING_COLUMNS,
  type BookingRow,
  TRANSACTION_COLUMNS,
  type TransactionRow,
} from '#libs/bookings/booking-rows';
import { pastBookings } from '#libs/bookings/history/past-bookings.queries';

/** A booking as it was at a moment. */
export interface PastBooking extends BookingRow {
  planned_move: { location: string; from: string } | null;
  /** When texts were removed because their person was erased; they are null here. */
  emptied_at: string | null;
}

const FIND = `
WITH ${pastBookings({ site: '$1', booking: '$2', at: '$3' })}
SELECT ${BOOKING_COLUMNS}, (SELECT nullif(p.state -> 'planned_move', 'null') FROM bookings_past p) AS planned_move,
  (SELECT max(t.emptied_at) FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = $2) AS emptied_at
FROM bookings b`;

const TRAIL = `
SELECT ${TRANSACTION_COLUMNS} FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = $2 AND t.recorded_at <= $3
ORDER BY t.sequence`;

/** Somebody who is still in a room after the end of the stay, and the first night there. */
export interface Overstay {
  location: string;
  since: string;
}

const OVERSTAYS = `
WITH ${pastBookings({ site: '$1', at: '$2' })}
SELECT b.location_id AS location, greatest(b.occupied_from, (
  SELECT max((t.occurred_at AT TIME ZONE $6)::date) FROM booking_transactions t
  WHERE t.site_id = $1 AND t.booking_id = b.id AND t.type = 'moved' AND t.recorded_at <= $2)) AS since
FROM bookings b
WHERE b.location_id = ANY($3::uuid[]) AND b.id <> $4 AND b.status = 'checked_in'
  AND (b.contract_end < $5 OR EXISTS (
    SELECT FROM occupancies o WHERE o.booking_id = b.id AND o.segment > b.segment AND o.live AND lower(o.period) < $5))`;

/** The people of other bookings who were in one of the locations at a moment, after the end of their stay. `today` is the date of the site then. */
export const listOverstays = async (
  sql: Sql,
  site: { id: string; timeZone: string },
  { at, today, booking }: { at: Date; today: string; booking: string },
  locations: string[],
): Promise<Overstay[]> =>
  locations.length === 0 ? [] : sql.rows<Overstay>(OVERSTAYS, [site.id, at, locations, booking, today, site.timeZone]);

/** A booking with its trail up to a moment; undefined when it did not exist yet. */
export async function findPastBooking(
  sql: Sql,
  siteId: string,
  id: string,
  at: Date,
): Promise<{ row: PastBooking; trail: TransactionRow[] } | undefined> {
  const [[row], trail] = await Promise.all([
    sql.rows<PastBooking>(FIND, [siteId, id, at]),
    sql.rows<TransactionRow>(TRAIL, [siteId, id, at]),
  ]);
  return row && { row, trail };
}
