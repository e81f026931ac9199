import type { Sql } from '#libs/core/database/transaction';
import { BOOKING_COLUMNS, type BookingFactsRow } from '#libs/bookings/booking-rows';
import { LAST_SETTING, PLANNED } from '#libs/bookings/bookings.queries';

// A booking that is called off takes no place, and nobody is shown it: for the rest of its facts that stands which is in nobody's way.
const FIND = `
SELECT ${BOOKING_COLUMNS}, b.segment, b.segment_from,
  CASE WHEN planned.first IS NOT NULL THEN json_build_object('location', planned.location, 'from', planned.first) END AS planned_move,
  last.type AS last_type, last.from_status AS last_from, last.to_status AS last_to, last.occurred_at AS last_occurred_at,
  last.recorded_at AS last_recorded_at, last.actor_id AS last_actor,
  true AS location_active, true AS location_allocatable, false AS room_occupied, false AS has_conflict, NULL::json AS in_the_way,
  false AS person_deleted, NULL::date AS new_places_from, NULL::smallint AS held_turnaround, NULL::smallint AS spared_turnaround,
  NULL::smallint AS planned_turnaround,
  NULL::json AS lost_move, '{}'::integer[] AS waiting, '[]'::json AS stays,
  '{}'::uuid[] AS overlapping, '{}'::uuid[] AS overstays, '{}'::uuid[] AS inactive
FROM bookings b
CROSS JOIN LATERAL (${LAST_SETTING}) last
LEFT JOIN LATERAL (${PLANNED}) planned ON true
WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])`;

/** Bookings with the facts that decide whether they can be called off, in no order. */
export const findBookingsToCallOff = (sql: Sql, siteId: string, ids: string[]): Promise<BookingFactsRow[]> =>
  sql.rows<BookingFactsRow>(FIND, [siteId, ids]);
