import type { Sql } from '#libs/core/database/transaction';
import { pageOf } from '#libs/core/database/page-of';
import { EXPECTED_IN_SQL, inSql, LIVE_IN_SQL } from '#libs/occupancy/live';
import {
  BOOKING_COLUMNS,
  type BookingFactsRow,
  TRANSACTION_COLUMNS,
  type TransactionRow,
} from '#libs/bookings/booking-rows';
import { isList, ROW_FIELDS, selectFields } from '#libs/bookings/booking-fields';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { RETURNING, takenSince } from '#libs/bookings/retaken.queries';
import { NEW_STAY, staysOf } from '#libs/bookings/stays.queries';
import { OWN_PLACES, selectWarnings } from '#libs/bookings/warnings.queries';

/** The sources of the facts of bookings: queries of their places, and of values that are not in the tables yet. */
interface FactSource {
  bookings: string;
  today: string;
  /**
   * Whether `b` is being written. It is live, holds no other place than those that `wanted` has, and the statement does not see its lists. What
   * no such booking can have is not looked up: each part of a statement costs, even if it is not run.
   */
  isNew?: true;
  /** The additional people of `b`. */
  others: string;
  /** The last entry of the trail that set the status, as `last`. */
  last: string;
}

// This concerns only closed bookings: a person with a live one cannot be deleted.
const personDeleted = (others: string) => `b.status NOT IN ${LIVE_IN_SQL} AND EXISTS (
  SELECT FROM (SELECT b.lead_person_id AS id UNION ${others}) people
  JOIN students d ON d.site_id = b.site_id AND d.id = people.id WHERE d.deleted_at IS NOT NULL)`;

// The stay that the next transition would take: a check-in today, or the return of a closed booking. A check-in that is
// undone needs other nights than it has only after a room move. A person who arrives after a planned move does so in
// the other room.
const wantedPlace = (today: string) =>
  `CASE WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today} THEN planned.location ELSE b.location_id END`;
const AGAIN_FROM = 'coalesce(shape.new_places_from, b.segment_from)';
const wantedFrom = (today: string) => `CASE
  WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today} THEN planned.first
  WHEN b.status IN ${EXPECTED_IN_SQL} THEN least(b.occupied_from, ${today})
  WHEN b.status = 'checked_out' THEN ${AGAIN_FROM}
  ELSE greatest(b.contract_start, b.occupied_from) END`;
// The end of all nights in that room, and of those before a move that was lost and can return.
const wholeTo = (today: string) => `CASE
  WHEN b.status = 'checked_out' AND b.contract_end < ${today} THEN greatest(b.occupied_to, ${AGAIN_FROM} + 1)
  WHEN b.status = 'checked_out' AND b.contract_end IS NOT NULL THEN greatest(b.contract_end, ${today}, ${AGAIN_FROM} + 1)
  WHEN planned.first > ${today} OR b.status = 'checked_in' THEN coalesce(planned.first, b.contract_end)
  ELSE b.contract_end END`;
const moveReturns = (today: string) =>
  `coalesce((lost.move ->> 'open')::boolean AND (lost.move ->> 'from')::date > ${wantedFrom(today)}, false)`;
const wantedTo = (today: string) =>
  `CASE WHEN ${moveReturns(today)} THEN (lost.move ->> 'from')::date ELSE ${wholeTo(today)} END`;
const wantedTurnaround = (today: string) =>
  `coalesce(CASE WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today} THEN held.later
    WHEN planned.first IS NOT NULL OR ${moveReturns(today)} THEN held.spared ELSE held.turnaround END, b.turnaround_days)`;
const IS_RESIDENT = `b.status NOT IN ${inSql(['checked_in', ...CALLED_OFF])}`;

/** The planned move of a booking `b`. */
export const PLANNED = `
  SELECT coalesce(o.part_of, o.location_id) AS location, lower(o.period) AS first FROM occupancies o
  WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.segment > b.segment AND o.live LIMIT 1`;
const NOT_PLANNED = 'SELECT NULL::uuid AS location, NULL::date AS first';
const CLOSED = inSql(CALLED_OFF);
// Where a move that was lost cannot return, the booking needs its room until the end.
const withoutMove = (today: string) => `
    SELECT whole.* FROM blocking_holders(b.site_id, ${today}, b.location_id, ${wantedFrom(today)}, ${wholeTo(today)}, coalesce(held.turnaround, b.turnaround_days), ${IS_RESIDENT}, b.id) whole
    WHERE ${moveReturns(today)} AND NOT (${RETURNING}) AND EXISTS (SELECT FROM blocking_holders(b.site_id, ${today}, (lost.move ->> 'location')::uuid,
      (lost.move ->> 'from')::date, b.contract_end, coalesce(held.later, b.turnaround_days), false, b.id))`;
const HELD_TURNAROUND = `
  SELECT min(o.owed) FILTER (WHERE o.segment = b.segment) AS turnaround, min(o.turnaround) FILTER (WHERE o.segment = b.segment) AS spared,
    min(o.owed) FILTER (WHERE o.segment > b.segment) AS later
  FROM (
    SELECT o.segment, o.turnaround, coalesce(o.full_turnaround, o.turnaround) AS owed FROM occupancies o
    WHERE o.site_id = b.site_id AND o.booking_id = b.id AND (o.live OR b.status IN ${CLOSED}) AND o.segment IN (b.segment, b.segment + 1)
      AND NOT isempty(o.period) AND NOT upper_inf(o.period)) o`;

// A check-out and what calls a booking off remove its planned move, and say so in the trail.
const LOST_MOVE = `SELECT CASE WHEN t.type IN ('check_out', 'cancel', 'no_show', 'void') AND NOT EXISTS (
    SELECT FROM booking_transactions n WHERE n.site_id = t.site_id AND n.booking_id = t.booking_id AND n.sequence > t.sequence
      AND n.to_status IN ${LIVE_IN_SQL}) THEN nullif(c -> 'from', 'null') || jsonb_build_object('open', coalesce((
        SELECT r.open FROM locations r WHERE r.site_id = t.site_id AND r.id = (c -> 'from' ->> 'location')::uuid), false)) END AS move
  FROM booking_transactions t, jsonb_array_elements(t.changes) c
  WHERE t.site_id = b.site_id AND t.booking_id = b.id AND b.status NOT IN ${LIVE_IN_SQL} AND c ->> 'field' = 'planned_move'
  ORDER BY t.sequence DESC LIMIT 1`;

// What calls a booking off ends its hold.
const LOST_HOLD = `(SELECT c ->> 'from' FROM jsonb_array_elements(last.changes) c WHERE c ->> 'field' = 'hold_until')`;

// The segments with nights that somebody has who is still in house after the end of a stay.
const waiting = (today: string) => `ARRAY(
    SELECT DISTINCT o.segment FROM occupancies o
    JOIN occupancies x ON x.site_id = o.site_id AND x.location_id = o.location_id AND x.slot = o.slot AND x.in_house AND x.booking_id <> o.booking_id
    WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.live AND NOT o.in_house AND b.status IN ${LIVE_IN_SQL}
      AND o.segment >= b.segment AND o.period && overstay(x.period, x.turnaround, ${today}))`;

const NEW_COLUMNS = ROW_FIELDS.map((name) => (isList(name) ? `'{}'::uuid[] AS ${name}` : selectFields([name]))).join(
  ', ',
);
// The nights that were spent in other places than the location has today stay there. The resident is in those of today since today, or
// since the check-out, if none of the places in which it was is left.
const newPlacesFrom = (today: string) => `
  CASE WHEN b.status = 'checked_out' AND has_other_places(b.site_id, b.location_id, b.id, b.segment) THEN CASE WHEN EXISTS (
    SELECT FROM occupancies o JOIN allocatable_below(b.site_id, b.location_id) c ON c.location_id = o.location_id AND o.slot <= c.capacity
    WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.segment = b.segment AND NOT isempty(o.period)) THEN ${today} ELSE b.occupied_to END END`;

/** A query for bookings `b` with the facts that decide which transitions are possible. */
export const selectFacts = ({ bookings, today, others, last, isNew }: FactSource): string => `
SELECT ${isNew ? NEW_COLUMNS : BOOKING_COLUMNS}, b.segment, b.segment_from, CASE WHEN b.status IN ${EXPECTED_IN_SQL} AND planned.first <= ${today}
    THEN (SELECT w.open FROM locations w WHERE w.site_id = b.site_id AND w.id = planned.location) ELSE l.open END AS location_active, k.can_be_allocated_to_bookings AS location_allocatable,
  coalesce(x.room_occupied, false) AS room_occupied, coalesce(x.has_conflict, false) AS has_conflict,
  (SELECT json_build_object('kind', x.conflict ->> 'kind', 'contract_start', r.contract_start, 'contract_end', r.contract_end,
      'closure', CASE WHEN c.id IS NOT NULL THEN json_build_object('from', c.starts, 'to', c.ends) END)
    FROM (SELECT (x.conflict ->> 'id')::uuid AS id) h
    LEFT JOIN bookings r ON r.site_id = b.site_id AND r.id = h.id
    LEFT JOIN closures c ON c.site_id = b.site_id AND c.id = h.id WHERE x.conflict IS NOT NULL) AS in_the_way,
  shape.new_places_from,
  CASE WHEN planned.first IS NOT NULL THEN json_build_object('location', planned.location, 'from', planned.first) END AS planned_move,
  held.turnaround AS held_turnaround, held.spared AS spared_turnaround, held.later AS planned_turnaround, lost.move AS lost_move, ${isNew ? `'{}'::integer[]` : waiting(today)} AS waiting, ${isNew ? NEW_STAY : staysOf('b.site_id', 'b.id', today)} AS stays,
  ${selectWarnings({ others, places: isNew ? 'SELECT location_id, slot, period FROM wanted' : OWN_PLACES, today })}, ${isNew ? 'false' : personDeleted(others)} AS person_deleted, last.type AS last_type, last.from_status AS last_from, last.to_status AS last_to,
  last.occurred_at AS last_occurred_at, last.recorded_at AS last_recorded_at,
  last.actor_id AS last_actor, ${isNew ? 'NULL::text' : LOST_HOLD} AS lost_hold
FROM ${bookings} b
JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id
JOIN location_types k ON k.site_id = l.site_id AND k.id = l.location_type_id
CROSS JOIN LATERAL (${last}) last
CROSS JOIN LATERAL (
  SELECT ${isNew ? 'NULL::date' : newPlacesFrom(today)} AS new_places_from) shape
LEFT JOIN LATERAL (${isNew ? NOT_PLANNED : PLANNED}) planned ON true
CROSS JOIN LATERAL (${isNew ? 'SELECT NULL::smallint AS turnaround, NULL::smallint AS spared, NULL::smallint AS later' : HELD_TURNAROUND}) held
LEFT JOIN LATERAL (${isNew ? 'SELECT NULL::jsonb AS move' : LOST_MOVE}) lost ON true
LEFT JOIN LATERAL (
  SELECT bool_or(y.in_house) AS room_occupied, bool_or(y.kind <> 'occupied' AND NOT y.in_house) AS has_conflict,
    (array_agg(json_build_object('kind', y.kind, 'id', y.holder_id) ORDER BY y.in_house OR y.kind = 'occupied'))[1] AS conflict
  FROM (SELECT y.* FROM blocking_holders(b.site_id, ${today}, ${wantedPlace(today)}, ${wantedFrom(today)}, ${wantedTo(today)},
    ${wantedTurnaround(today)}, ${IS_RESIDENT}, b.id) y
  WHERE (b.status <> 'checked_in' OR b.segment > 1) AND NOT (${RETURNING})${
    isNew
      ? ''
      : `
  UNION ALL ${withoutMove(today)}
  UNION ALL SELECT t.holder_id, 'booking', false FROM (${takenSince(today)}) AS t (holder_id) WHERE t.holder_id IS NOT NULL`
  }) y) x ON true`;

const settingOf = (types: string) => `SELECT t.* FROM booking_transactions t
    WHERE t.site_id = b.site_id AND t.booking_id = b.id AND t.type ${types} ORDER BY t.sequence DESC LIMIT 1`;
/**
 * The last entry of the trail of a booking `b` that set its status. After a check-out that was taken back, the step that counts, by its time
 * and its author, is the arrival again.
 */
export const LAST_SETTING = `SELECT s.type, s.from_status, s.to_status, s.occurred_at, s.changes, coalesce(a.recorded_at, s.recorded_at) AS recorded_at,
    CASE WHEN a.id IS NULL THEN s.actor_id ELSE a.actor_id END AS actor_id
  FROM (${settingOf(`NOT IN ('updated', 'moved')`)}) s
  LEFT JOIN LATERAL (${settingOf(`IN ('check_in', 'created') AND s.type = 'undo_check_out'`)}) a ON true`;
const FACTS = selectFacts({
  bookings: 'bookings',
  today: '$3::date',
  others: 'SELECT p.student_id FROM booking_people p WHERE p.site_id = b.site_id AND p.booking_id = b.id',
  last: LAST_SETTING,
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
