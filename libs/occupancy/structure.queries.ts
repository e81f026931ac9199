import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { LOCK_NOT_AVAILABLE, sqlState } from '#libs/core/errors/postgres-errors';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import { columnList, insertInto } from '#libs/core/database/columns';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

// Whatever changes the tree of a site waits for the others that do: trees are small and change rarely.
const LOCK_TREE = `SELECT pg_advisory_xact_lock(hashtextextended('tree ' || $1::text, 0))`;

/** Lets one change at a time happen to the location types and the locations of a site. */
export const lockTree = (sql: Sql, siteId: string) => sql.rows(LOCK_TREE, [siteId]);

const [PAUSE_MS, PATIENCE_MS] = [10, 3_000];

// Also the bookings of whole locations, which the change may give more places: a transition locks its booking before its places.
const LOCK_BRANCH = `
WITH RECURSIVE above AS (
  SELECT id, parent_id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT l.id, l.parent_id FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id),
below AS (
  SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT l.id FROM below b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id),
branch AS MATERIALIZED (
  SELECT id FROM locations WHERE site_id = $1 AND id = ANY(ARRAY(SELECT id FROM above UNION SELECT id FROM below))
  ORDER BY id FOR UPDATE NOWAIT),
stays AS MATERIALIZED (
  SELECT id FROM bookings WHERE site_id = $1 AND id = ANY(ARRAY(
    SELECT o.booking_id FROM above a JOIN occupancies o ON o.site_id = $1 AND o.location_id = a.id
    WHERE o.live AND o.part_of IS NULL AND o.closure_id IS NULL))
  ORDER BY id FOR KEY SHARE NOWAIT)
SELECT (SELECT count(*) FROM branch), (SELECT count(*) FROM stays)`;
const LOCK_BRANCH_PATIENTLY = LOCK_BRANCH.replaceAll(' NOWAIT', '');

/**
 * Locks locations, all above and all below them. A booking under way has locked its location FOR KEY SHARE, so this
 * waits until it is in, and the next one until the change is. While it waits it holds none of them: a booking locks one
 * location after the other, so that no order would keep the two from a deadlock.
 */
export async function lockBranch(tx: Transaction, siteId: string, locationIds: string[]): Promise<void> {
  const values = [siteId, locationIds];
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(PAUSE_MS))
    if (await isLocked(tx, values)) return;
  await tx.rows(LOCK_BRANCH_PATIENTLY, values);
}

async function isLocked(tx: Transaction, values: unknown[]): Promise<boolean> {
  try {
    await tx.part(() => tx.rows(LOCK_BRANCH, values));
    return true;
  } catch (error) {
    if (sqlState(error).code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}

const OF_TYPE = `SELECT id FROM locations WHERE site_id = $1 AND location_type_id = $2`;

/** The locations of a type. */
export async function locationsOfType(sql: Sql, siteId: string, typeId: string): Promise<string[]> {
  return (await sql.rows<{ id: string }>(OF_TYPE, [siteId, typeId])).map(({ id }) => id);
}

/** A site on a date, which is the site's. */
export interface SiteDay {
  siteId: string;
  today: string;
}

// What may still happen: bookings that are not over, but for the rooms that their residents have left, and closures.
const STILL_HELD = `o.live AND CASE
  WHEN o.closure_id IS NOT NULL THEN upper_inf(o.period) OR upper(o.period) > $3::date
  ELSE EXISTS (SELECT FROM bookings b WHERE b.site_id = o.site_id AND b.id = o.booking_id AND o.segment >= b.segment
    AND b.status IN ${LIVE_IN_SQL}) END`;

const LIVE_BELOW = `
WITH RECURSIVE below AS (
  SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT l.id FROM below b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id)
SELECT o.closure_id IS NOT NULL AS closed FROM below x JOIN occupancies o ON o.site_id = $1 AND o.location_id = x.id AND ${STILL_HELD}
ORDER BY closed LIMIT 1`;

const LIVE_AT = `SELECT FROM occupancies o WHERE o.site_id = $1 AND o.location_id = ANY($2::uuid[]) AND ${STILL_HELD} LIMIT 1`;

/** Whether a live booking holds a place of the locations themselves. */
export async function holdsLivePlace(sql: Sql, { siteId, today }: SiteDay, locationIds: string[]): Promise<boolean> {
  return (await sql.rows(LIVE_AT, [siteId, locationIds, today])).length > 0;
}

/** What keeps locations where they are: a live booking of a place there or below, or else a closure. */
export async function findLiveOccupancy(
  sql: Sql,
  { siteId, today }: SiteDay,
  locationIds: string[],
): Promise<'booking' | 'closure' | undefined> {
  const [row] = await sql.rows<{ closed: boolean }>(LIVE_BELOW, [siteId, locationIds, today]);
  return row && (row.closed ? 'closure' : 'booking');
}

// A live booking of a location that has become "whole" holds every place there, and a closure every place below; what they lack
// is added, for their own nights. Returned is one in whose nights, or in those since its end, a room has too many people.
const WANTED = `
WITH RECURSIVE above AS (
  SELECT id, parent_id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT l.id, l.parent_id FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id),
held AS (
  (SELECT DISTINCT ON (a.id, o.booking_id, o.segment)
    a.id AS root, ${columnList(Occupancy, 'bookingId', 'o')}, NULL::uuid AS closure_id, ${columnList(Occupancy, 'segment period inHouse turnaround', 'o')}
  FROM above a
  JOIN occupancies o ON o.site_id = $1 AND o.location_id = a.id AND o.part_of IS NULL AND o.closure_id IS NULL AND ${STILL_HELD}
  WHERE is_whole($1, a.id) ORDER BY a.id, o.booking_id, o.segment)
  UNION ALL
  SELECT a.id, c.id, c.id, 1, nights(c.starts, c.ends), false, 0
  FROM above a JOIN closures c ON c.site_id = $1 AND c.location_id = a.id AND (c.ends IS NULL OR c.ends > $3::date)),
wanted AS (
  SELECT $1::uuid AS site_id, ${columnList(Occupancy, 'bookingId closureId segment', 'h')}, p.location_id, s::smallint AS slot, h.period,
    true AS live, h.in_house, h.turnaround::smallint AS turnaround, nullif(h.root, p.location_id) AS part_of
  FROM held h CROSS JOIN LATERAL allocatable_below($1, h.root) p CROSS JOIN LATERAL generate_series(1, p.capacity) s
  WHERE NOT EXISTS (
    SELECT FROM occupancies o WHERE o.site_id = $1 AND o.booking_id = h.booking_id AND o.segment = h.segment
      AND o.location_id = p.location_id AND o.slot = s))`;

const HELD_ALSO = 'siteId bookingId closureId segment locationId slot period live inHouse turnaround partOf';
const EXTEND = `${WANTED},
added AS (
  ${insertInto(Occupancy, HELD_ALSO)}
  SELECT ${columnList(Occupancy, HELD_ALSO)} FROM wanted ORDER BY location_id, slot
  RETURNING *)
SELECT FROM added a WHERE a.closure_id IS NULL AND (
  is_full($1, a.location_id, (SELECT l.capacity FROM locations l WHERE l.site_id = $1 AND l.id = a.location_id), a.period, a.booking_id)
  OR a.in_house AND EXISTS (
    SELECT FROM occupancies x WHERE x.site_id = $1 AND x.location_id = a.location_id AND x.slot = a.slot AND x.live
      AND x.period && overstay(a.period, a.turnaround, $3::date)))
LIMIT 1`;

/**
 * Makes the live bookings at locations and above them hold the places that a change has added. Returns whether each place can have them.
 * @throws the violation of `occupancies_no_overlap_1` or `occupancies_one_in_house_1` when two bookings want a new place
 */
export async function extendOverNewPlaces(sql: Sql, { siteId, today }: SiteDay, locationIds: string[]) {
  return (await sql.rows(EXTEND, [siteId, locationIds, today])).length === 0;
}

// What has a bed that its room has no more may be in the way of any other.
const IN_THE_WAY = `${WANTED}
SELECT l.name, lower(x.period) AS first, upper(x.period) AS last, CASE
    WHEN x.closure_id IS NOT NULL THEN 'a closure'
    WHEN b.status = 'checked_out' OR b.segment > x.segment THEN 'a stay that is over'
    WHEN x.in_house THEN 'somebody in house'
    ELSE 'a booking' END AS holder
FROM wanted w
JOIN locations l ON l.site_id = $1 AND l.id = w.location_id
JOIN occupancies x ON x.site_id = $1 AND x.location_id = w.location_id AND x.live AND x.booking_id <> w.booking_id
LEFT JOIN bookings b ON b.site_id = $1 AND b.id = x.booking_id AND x.closure_id IS NULL
WHERE (x.slot = w.slot OR x.slot > l.capacity)
  AND (x.period && w.period OR x.in_house AND w.in_house OR w.in_house AND x.period && overstay(w.period, w.turnaround, $3::date))
ORDER BY x.slot <> w.slot, lower(x.period), x.booking_id LIMIT 1`;

/** What has a place that a change would add to bookings or closures above it; nothing when they want it of each other. */
export async function findInTheWay(sql: Sql, { siteId, today }: SiteDay, locationIds: string[]) {
  const [row] = await sql.rows<{ name: string; first: string; last: string | null; holder: string }>(IN_THE_WAY, [
    siteId,
    locationIds,
    today,
  ]);
  return row;
}
