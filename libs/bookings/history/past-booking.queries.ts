import type { Sql } from '#libs/core/database/transaction';
import { BOOKING_COLUMNS, type BookingRow } from '#libs/bookings/booking-rows';
import { pastBookings } from '#libs/bookings/history/past-bookings.queries';

/** A booking as it was at a moment. */
export interface PastBooking extends BookingRow {
  planned_move: { location: string; from: string } | null;
  /** The nights in rooms that were left for another one. */
  left: { location: string; from: string; to: string }[];
  /** The first night in the present room. */
  segment_from: string;
  /** When texts were removed because their person was erased; they are null here. */
  emptied_at: string | null;
}

const FIND = `
WITH ${pastBookings({ site: '$1', booking: '$2', at: '$3' })}
SELECT ${BOOKING_COLUMNS}, b.segment_from, (
    SELECT coalesce(json_agg(json_build_object('location', o.location_id, 'from', lower(o.period), 'to', upper(o.period)) ORDER BY o.segment), '[]')
    FROM occupancies o WHERE o.segment < b.segment AND NOT isempty(o.period)) AS left,
  (SELECT nullif(p.state -> 'planned_move', 'null') FROM bookings_past p) AS planned_move,
  (SELECT max(t.emptied_at) FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = $2) AS emptied_at
FROM bookings b`;

/** A booking as it was at a moment; undefined when it did not exist yet. */
export async function findPastBooking(
  sql: Sql,
  siteId: string,
  id: string,
  at: Date,
): Promise<PastBooking | undefined> {
  const [row] = await sql.rows<PastBooking>(FIND, [siteId, id, at]);
  return row;
}
