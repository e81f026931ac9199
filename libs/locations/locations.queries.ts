import type { Sql } from '#libs/core/database/transaction';
import { contractEndOf, isLate } from '#libs/occupancy/functions/late-stays';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import type { SiteDay } from '#libs/occupancy/structure.queries';
import { escapeLike } from '#libs/core/database/like';
import { isId } from '#libs/core/http/ids';
import type { ListLocationsQuery, LocationResponse } from '#libs/locations/locations.dto';
import { columnList, columnsAs, update } from '#libs/core/database/columns';
import { Occupancy } from '#libs/occupancy/occupancy.entity';
import { Location } from '#libs/locations/location.entity';

// Names compare with their numbers as numbers: Room 2 before Room 10.
const SHOWN = (alias?: string): string =>
  `${columnsAs(Location, { _id: 'id' }, alias)}, ${columnList(Location, 'name code', alias)},
  ${columnsAs(Location, { location_type: 'locationTypeId', parent: 'parentId' }, alias)}, ${columnList(Location, 'floor capacity active', alias)}`;
const STAMPS = (alias?: string): string => columnList(Location, 'version createdAt updatedAt', alias);

const TREE = `
WITH RECURSIVE tree AS (
  SELECT l.*, l.name AS path, ARRAY[l.name COLLATE natural_order] AS sort FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL
  UNION ALL
  SELECT l.*, t.path || ' / ' || l.name, t.sort || (l.name COLLATE natural_order)
  FROM tree t JOIN locations l ON l.site_id = $1 AND l.parent_id = t.id)
SELECT ${SHOWN()}, path, ${STAMPS()}, count(*) OVER ()::int AS total FROM tree`;

/** A location `l` as a response shows it; `path` is an expression. */
export const locationColumns = (path: string): string => `
${SHOWN('l')}, ${path} AS path, ${STAMPS('l')}`;

const ABOVE = `
WITH RECURSIVE above AS (
  SELECT l.id AS start, l.parent_id, l.name AS path, 1 AS depth FROM locations l WHERE l.site_id = $1 AND l.id = $2
  UNION ALL
  SELECT a.start, l.parent_id, l.name || ' / ' || a.path, a.depth + 1 FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id)
SELECT ${locationColumns('(SELECT path FROM above ORDER BY depth DESC LIMIT 1)')}
FROM locations l WHERE l.site_id = $1 AND l.id = $2`;

export async function findLocation(sql: Sql, siteId: string, id: string): Promise<LocationResponse | undefined> {
  return (await sql.rows<LocationResponse>(ABOVE, [siteId, id]))[0];
}

/** The locations of a site in the order of the tree, and how many match, in one statement. */
export async function listLocations(
  sql: Sql,
  siteId: string,
  query: ListLocationsQuery,
): Promise<{ total: number; data: LocationResponse[] }> {
  const values: unknown[] = [siteId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const reference = (column: string, id: string | undefined) =>
    id !== undefined && (isId(id) ? `${column} = ${value(id)}` : 'false');
  const conditions = [
    reference('location_type_id', query.location_type),
    reference('parent_id', query.parent),
    query.active !== undefined && `active = ${value(query.active)}`,
    query.q !== undefined &&
      `folded(name || ' ' || coalesce(code, '')) LIKE '%' || folded(${value(escapeLike(query.q))}) || '%'`,
  ].filter(Boolean);
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const page = ` ORDER BY sort, id LIMIT ${value(query.limit ?? null)} OFFSET ${value(query.skip)}`;
  const rows = await sql.rows<LocationResponse & { total: number }>(TREE + where + page, values);
  return { total: rows[0]?.total ?? 0, data: rows.map(({ total: _total, ...row }) => row) };
}

// Stays that are over remain in the beds in which they were.
const SLOTS_ABOVE = `
SELECT ${columnList(Occupancy, 'bookingId segment slot', 'o')} FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
WHERE o.site_id = $1 AND o.location_id = $2 AND o.live AND o.slot > $3 AND o.segment >= b.segment
  AND b.status IN ${LIVE_IN_SQL}
ORDER BY o.period, o.slot`;

/** The nights of a place; of a resident who is late to leave, also those since the end and tonight. */
const nightsOf = (o: string): string => `CASE WHEN ${o}.in_house AND ${isLate(o, contractEndOf(o), '$7::date')}
  THEN nights(lower(${o}.period), greatest(upper(${o}.period), $7::date + 1)) ELSE ${o}.period END`;

// A whole holds every slot of its nights, and so finds none that is free.
const RENUMBER = `
${update(Occupancy, { slot: 'f.slot' }, 'o')} FROM (
  SELECT ${columnList(Occupancy, 'bookingId segment', 'o')}, ${columnsAs(Occupancy, { held: 'slot' }, 'o')}, (
    SELECT min(s) FROM generate_series(1, $3::int) AS s WHERE NOT EXISTS (
      SELECT FROM occupancies x WHERE x.site_id = $1 AND x.location_id = $2 AND x.slot = s AND x.live
        AND (${nightsOf('x')} && ${nightsOf('o')} OR x.in_house AND o.in_house
          OR x.booking_id = o.booking_id AND x.segment = o.segment))) AS slot
  FROM occupancies o WHERE o.site_id = $1 AND o.location_id = $2 AND o.booking_id = $4 AND o.segment = $5 AND o.slot = $6) f
WHERE o.site_id = $1 AND o.location_id = $2 AND o.booking_id = f.booking_id AND o.segment = f.segment AND o.slot = f.held
  AND f.slot IS NOT NULL
RETURNING 1`;

// What a closure that is not over holds of them.
const OPEN_ABOVE = `
DELETE FROM occupancies o WHERE o.site_id = $1 AND o.location_id = $2 AND o.slot > $3 AND o.closure_id IS NOT NULL
  AND (upper_inf(o.period) OR upper(o.period) > $4::date)`;

/**
 * Empties the slots of a location above a number: live bookings that hold one are given one that is free below it, and
 * closures end there. False: a booking finds none.
 */
export async function fitIntoSlots(sql: Sql, { siteId, today }: SiteDay, id: string, slots: number): Promise<boolean> {
  const above = await sql.rows<{ booking_id: string; segment: number; slot: number }>(SLOTS_ABOVE, [siteId, id, slots]);
  for (const { booking_id, segment, slot } of above) {
    const renumbered = await sql.rows(RENUMBER, [siteId, id, slots, booking_id, segment, slot, today]);
    if (renumbered.length === 0) return false;
  }
  await sql.rows(OPEN_ABOVE, [siteId, id, slots, today]);
  return true;
}
