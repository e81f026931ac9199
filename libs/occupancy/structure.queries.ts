import type { Sql } from '#libs/core/database/database';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

// Whatever changes the tree of a site waits for the others that do: trees are small and change rarely.
const LOCK_TREE = `SELECT pg_advisory_xact_lock(hashtextextended('tree ' || $1::text, 0))`;

/** Lets one change at a time happen to the location types and the locations of a site. */
export const lockTree = (sql: Sql, siteId: string) => sql.rows(LOCK_TREE, [siteId]);

const LOCK_BRANCH = `
SELECT id FROM locations WHERE site_id = $1 AND id IN (
  WITH RECURSIVE above AS (
    SELECT id, parent_id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
    UNION SELECT l.id, l.parent_id FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id),
  below AS (
    SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
    UNION SELECT l.id FROM below b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id)
  SELECT id FROM above UNION SELECT id FROM below)
ORDER BY id FOR UPDATE`;

/**
 * Locks locations, all above and all below them. A booking under way has locked its location FOR KEY SHARE, so this
 * waits until it is in, and the next one until the change is.
 */
export const lockBranch = (sql: Sql, siteId: string, locationIds: string[]) =>
  sql.rows(LOCK_BRANCH, [siteId, locationIds]);

const OF_TYPE = `SELECT id FROM locations WHERE site_id = $1 AND location_type_id = $2`;

/** The locations of a type. */
export async function locationsOfType(sql: Sql, siteId: string, typeId: string): Promise<string[]> {
  return (await sql.rows<{ id: string }>(OF_TYPE, [siteId, typeId])).map(({ id }) => id);
}

const LIVE_BELOW = `
WITH RECURSIVE below AS (
  SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT l.id FROM below b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id)
SELECT 1 FROM below b JOIN occupancies o ON o.site_id = $1 AND o.location_id = b.id AND o.live LIMIT 1`;

const LIVE_AT = 'SELECT FROM occupancies WHERE site_id = $1 AND location_id = ANY($2::uuid[]) AND live LIMIT 1';

/** Whether a live booking holds a place of the locations themselves. */
export async function holdsLivePlace(sql: Sql, siteId: string, locationIds: string[]): Promise<boolean> {
  return (await sql.rows(LIVE_AT, [siteId, locationIds])).length > 0;
}

/** Whether a live booking holds a place in locations or below them. */
export async function hasLiveOccupancy(sql: Sql, siteId: string, locationIds: string[]): Promise<boolean> {
  return (await sql.rows(LIVE_BELOW, [siteId, locationIds])).length > 0;
}

// A live booking of a location that has become "whole" holds every place there; what it lacks is added, for its own nights.
const EXTEND = `
WITH RECURSIVE above AS (
  SELECT id, parent_id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
  UNION SELECT l.id, l.parent_id FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id)
INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
SELECT $1, b.id, b.segment, p.location_id, p.slot, held.period, true, held.in_house
FROM above a
JOIN bookings b ON b.site_id = $1 AND b.location_id = a.id AND b.status IN ${LIVE_IN_SQL}
CROSS JOIN LATERAL (
  SELECT o.period, o.in_house FROM occupancies o WHERE o.site_id = $1 AND o.booking_id = b.id AND o.segment = b.segment LIMIT 1) held
CROSS JOIN LATERAL (SELECT * FROM places_to_take($1, b.location_id, held.period, held.in_house, b.id)) p
WHERE is_whole($1, b.location_id)
  AND NOT EXISTS (
    SELECT FROM occupancies o WHERE o.site_id = $1 AND o.booking_id = b.id AND o.segment = b.segment
      AND o.location_id = p.location_id AND o.slot = p.slot)
ORDER BY p.location_id, p.slot`;

/**
 * Makes the live bookings at locations and above them hold the places that a change has added.
 * @throws the violation of `occupancies_no_overlap_1` or `occupancies_one_in_house_1` when two bookings want a new place
 */
export const extendOverNewPlaces = (sql: Sql, siteId: string, locationIds: string[]) =>
  sql.rows(EXTEND, [siteId, locationIds]);
