import type { Sql } from '#libs/core/database/transaction';
import { pageOf } from '#libs/core/database/page-of';
import { EXPECTED_IN_SQL, inSql, LIVE_IN_SQL } from '#libs/occupancy/live';
import {
  BOOKING_COLUMNS,
  type BookingFactsRow,
  TRANSACTION_COLUMNS,
  type TransactionRow,
} from '#libs/bookings/booking-rows';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { NEW_STAY, staysOf } from '#libs/bookings/stays.queries';
import { OWN_PLACES, selectWarnings } from '#libs/bookings/warnings.queries';

/** Where the facts of bookings come from: the places of what is asked, and what is not in the tables yet. */
interface FactSource {
  bookings: string;
  today: string;
  /** Whether `b` is new, and so holds no other place than those that `wanted` has. */
  isNew?: true;
  /** The additional people of `b`. */
  others: string;
  /** The last entry of the trail that set the status, as `last`. */
  last: string;
}

// Only of a closed booking: nobody with a live one can be deleted.
const personDeleted = (others: string) => `b.status NOT IN ${LIVE_IN_SQL} AND EXISTS (
  SELECT FROM (SELECT b.lead_person_id AS id UNION ${others}) people
  JOIN students d ON d.site_id = b.site_id AND d.id = people.id WHERE d.deleted_at IS NOT NULL)`;

// The stay that the next transition would take: a check-in today, or the return of a closed booking. A check-in that is
// undone needs other nights than it has only after a room move. A person who arrives after a planned move does so in
// the other room.
const wantedPlace = (today: string) =>
  `CASE WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today} THEN planned.location ELSE b.location_id END`;
const wantedFrom = (today: string) => `CASE
  WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today} THEN planned.first
  WHEN b.status IN ${EXPECTED_IN_SQL} THEN least(b.occupied_from, ${today})
  WHEN b.status = 'checked_out' THEN b.segment_from
  ELSE greatest(b.contract_start, b.occupied_from) END`;
const wantedTo = (today: string) => `CASE
  WHEN b.status = 'checked_out' AND b.contract_end IS NOT NULL THEN greatest(b.contract_end, ${today}, b.segment_from + 1)
  WHEN planned.first > ${today} OR b.status = 'checked_in' THEN coalesce(planned.first, b.contract_end)
  ELSE b.contract_end END`;

// What a booking held before it was voided, kept for its return.
const RETURNING = `b.status = 'void' AND b.checked_out_at IS NOT NULL`;
const TAKEN_SINCE = `EXISTS (
    SELECT FROM occupancies own JOIN occupancies o ON o.location_id = own.location_id AND o.slot = own.slot AND o.site_id = own.site_id
      AND o.live AND o.booking_id <> own.booking_id AND o.period && own.period
    WHERE own.site_id = b.site_id AND own.booking_id = b.id)`;

const PLANNED = `
  SELECT coalesce(o.part_of, o.location_id) AS location, lower(o.period) AS first FROM occupancies o
  WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.segment > b.segment AND o.live LIMIT 1`;
const NOT_PLANNED = 'SELECT NULL::uuid AS location, NULL::date AS first';
const heldTurnaround = (today: string) => `(
  SELECT min(o.turnaround) FROM occupancies o
  WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.live
    AND o.segment = CASE WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today} THEN b.segment + 1 ELSE b.segment END)`;

/** A query for bookings `b` with the facts that decide which transitions are possible. */
export const selectFacts = ({ bookings, today, others, last, isNew }: FactSource): string => `
SELECT ${BOOKING_COLUMNS}, b.segment, b.segment_from, l.open AS location_active, k.can_be_allocated_to_bookings AS location_allocatable,
  coalesce(x.room_occupied, false) AS room_occupied, coalesce(x.has_conflict, CASE WHEN ${RETURNING} THEN ${TAKEN_SINCE} END, false) AS has_conflict,
  CASE WHEN planned.first IS NOT NULL THEN json_build_object('location', planned.location, 'from', planned.first) END AS planned_move,
  held.turnaround AS held_turnaround, ${isNew ? NEW_STAY : staysOf('b.site_id', 'b.id', today)} AS stays,
  ${selectWarnings({ others, places: isNew ? 'SELECT location_id, slot FROM wanted' : OWN_PLACES, today })}, ${personDeleted(others)} AS person_deleted, last.type AS last_type, last.from_status AS last_from, last.to_status AS last_to,
  last.occurred_at AS last_occurred_at, last.recorded_at AS last_recorded_at,
  last.actor_id AS last_actor
FROM ${bookings} b
JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id
JOIN location_types k ON k.site_id = l.site_id AND k.id = l.location_type_id
CROSS JOIN LATERAL (${last}) last
LEFT JOIN LATERAL (${isNew ? NOT_PLANNED : PLANNED}) planned ON true
CROSS JOIN LATERAL (SELECT ${isNew ? 'NULL::smallint' : heldTurnaround(today)} AS turnaround) held
LEFT JOIN LATERAL (
  SELECT bool_or(y.in_house) AS room_occupied, bool_or(y.kind <> 'occupied' AND NOT y.in_house) AS has_conflict
  FROM blocking_holders(b.site_id, ${today}, ${wantedPlace(today)}, ${wantedFrom(today)}, ${wantedTo(today)},
    coalesce(held.turnaround, b.turnaround_days),
    b.status NOT IN ${inSql(['checked_in', ...CALLED_OFF])}, b.id) y
  WHERE (b.status <> 'checked_in' OR b.segment > 1) AND NOT (${RETURNING})) x ON true`;

const FACTS = selectFacts({
  bookings: 'bookings',
  today: '$3::date',
  others: 'SELECT p.student_id FROM booking_people p WHERE p.site_id = b.site_id AND p.booking_id = b.id',
  last: `SELECT t.* FROM booking_transactions t
    WHERE t.site_id = b.site_id AND t.booking_id = b.id AND t.type NOT IN ('updated', 'moved')
    ORDER BY t.sequence DESC LIMIT 1`,
});
const FIND = `${FACTS} WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])`;
// Of a list the planner knows the length, and plans anew each time to make use of it; that takes longer than to find
// one.
const FIND_ONE = `${FACTS} WHERE b.site_id = $1 AND b.id = $2`;

/** Bookings with the facts that decide which transitions are possible, in no order. `today` is the site's. */
export async function findBookings(sql: Sql, siteId: string, ids: string[], today: string): Promise<BookingFactsRow[]> {
  return ids.length === 0 ? [] : sql.rows<BookingFactsRow>(FIND, [siteId, ids, today]);
}

/** The same of one booking. */
export async function findBooking(
  sql: Sql,
  siteId: string,
  id: string,
  today: string,
): Promise<BookingFactsRow | undefined> {
  return (await sql.rows<BookingFactsRow>(FIND_ONE, [siteId, id, today]))[0];
}

const LOCK = `
SELECT id, location_id, version FROM bookings WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`;

/** Locks bookings for the rest of the transaction, in the order of their ids. */
export const lockBookings = (sql: Sql, siteId: string, ids: string[]) =>
  sql.rows<{ id: string; location_id: string; version: number }>(LOCK, [siteId, ids]);

// The lower table waits for the whole of the upper one: bookings first, then places, each in the order of ids.
const LOCK_WITH_PLACES = `
WITH RECURSIVE locked AS MATERIALIZED (
  SELECT id, location_id, version FROM bookings WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE),
branch AS (
  SELECT location_id AS id FROM locked
  UNION SELECT coalesce(o.part_of, o.location_id) FROM locked k JOIN occupancies o ON o.site_id = $1 AND o.booking_id = k.id
  UNION SELECT l.id FROM branch b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id),
places AS MATERIALIZED (
  SELECT id FROM locations WHERE site_id = $1 AND id = ANY(ARRAY(SELECT id FROM branch)) ORDER BY id FOR NO KEY UPDATE)
SELECT id, version, (SELECT count(*) FROM places) AS places FROM locked`;

/** Locks bookings and then their locations with all below them; the same order as `lockBookings` and `lockPlaces`. */
export const lockBookingsWithPlaces = (sql: Sql, siteId: string, ids: string[]) =>
  sql.rows<{ id: string; version: number }>(LOCK_WITH_PLACES, [siteId, ids]);

const LOCK_PEOPLE = `
SELECT FROM students WHERE site_id = $1 AND id = ANY(ARRAY(
  SELECT lead_person_id FROM bookings WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT student_id FROM booking_people WHERE site_id = $1 AND booking_id = ANY($2::uuid[])))
ORDER BY id FOR KEY SHARE`;

/** Keeps the people of bookings, which are locked, from being deleted before the transaction ends. */
export const lockPeopleOf = (sql: Sql, siteId: string, ids: string[]) => sql.rows(LOCK_PEOPLE, [siteId, ids]);

export async function lockBooking(sql: Sql, siteId: string, id: string) {
  return (await lockBookings(sql, siteId, [id]))[0];
}

const TRAIL = `
SELECT c.total, t.* FROM (SELECT count(*)::int AS total FROM booking_transactions WHERE site_id = $1 AND booking_id = $2) c
LEFT JOIN LATERAL (
  SELECT ${TRANSACTION_COLUMNS} FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = $2
  ORDER BY t.sequence LIMIT $3 OFFSET $4) t ON true
WHERE EXISTS (SELECT FROM bookings WHERE site_id = $1 AND id = $2)`;

/** A page of a booking's trail; undefined when there is no such booking. */
export async function listTransactions(sql: Sql, siteId: string, id: string, limit: number, skip: number) {
  const rows = await sql.rows<TransactionRow & { total: number }>(TRAIL, [siteId, id, limit, skip]);
  return rows.length === 0 ? undefined : pageOf<TransactionRow>(rows, '_id');
}
