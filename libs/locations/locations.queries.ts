import type { Sql } from '#libs/core/database/database';
import { escapeLike } from '#libs/core/database/like';
import { isId } from '#libs/core/http/ids';
import type { ListLocationsQuery, LocationResponse } from '#libs/locations/locations.dto';

// Names compare with their numbers as numbers: Room 2 before Room 10.
const TREE = `
WITH RECURSIVE tree AS (
  SELECT l.*, l.name AS path, ARRAY[l.name COLLATE natural_order] AS sort FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL
  UNION ALL
  SELECT l.*, t.path || ' / ' || l.name, t.sort || (l.name COLLATE natural_order)
  FROM tree t JOIN locations l ON l.site_id = $1 AND l.parent_id = t.id)
SELECT id AS _id, name, code, location_type_id AS location_type, parent_id AS parent, floor, capacity, active, path, version,
  created_at, updated_at, count(*) OVER ()::int AS total FROM tree`;

const ABOVE = `
WITH RECURSIVE above AS (
  SELECT l.id AS start, l.parent_id, l.name AS path, 1 AS depth FROM locations l WHERE l.site_id = $1 AND l.id = $2
  UNION ALL
  SELECT a.start, l.parent_id, l.name || ' / ' || a.path, a.depth + 1 FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id)
SELECT l.id AS _id, l.name, l.code, l.location_type_id AS location_type, l.parent_id AS parent, l.floor, l.capacity, l.active,
  (SELECT path FROM above ORDER BY depth DESC LIMIT 1) AS path, l.version, l.created_at, l.updated_at
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

const SLOTS_ABOVE = 'SELECT 1 FROM occupancies WHERE site_id = $1 AND location_id = $2 AND live AND slot > $3 LIMIT 1';

/** Whether a live booking holds a slot above a number. */
export async function holdsSlotAbove(sql: Sql, siteId: string, id: string, slot: number): Promise<boolean> {
  return (await sql.rows(SLOTS_ABOVE, [siteId, id, slot])).length > 0;
}
