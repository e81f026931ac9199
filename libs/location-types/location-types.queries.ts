import type { Sql } from '#libs/core/database/database';

const DEPTH_ABOVE = `
WITH RECURSIVE above AS (
  SELECT id, parent_id, 1 AS depth FROM location_types WHERE site_id = $1 AND id = $2
  UNION ALL SELECT t.id, t.parent_id, a.depth + 1 FROM above a JOIN location_types t ON t.site_id = $1 AND t.id = a.parent_id
  WHERE a.depth < 20)
SELECT count(*)::int AS depth, bool_or(id = $3) AS circular FROM above`;

/** How many types stand from a type up to the top, itself included, and whether another one is among them. */
export async function measureAbove(sql: Sql, siteId: string, typeId: string, other: string) {
  const [row] = await sql.rows<{ depth: number; circular: boolean | null }>(DEPTH_ABOVE, [siteId, typeId, other]);
  return { depth: row?.depth ?? 0, circular: row?.circular ?? false };
}

const DEPTH_BELOW = `
WITH RECURSIVE below AS (
  SELECT id, 1 AS depth FROM location_types WHERE site_id = $1 AND id = $2
  UNION ALL SELECT t.id, b.depth + 1 FROM below b JOIN location_types t ON t.site_id = $1 AND t.parent_id = b.id WHERE b.depth < 20)
SELECT coalesce(max(depth), 1)::int AS depth FROM below`;

/** How many levels a type has from itself down. */
export async function measureBelow(sql: Sql, siteId: string, typeId: string): Promise<number> {
  return (await sql.rows<{ depth: number }>(DEPTH_BELOW, [siteId, typeId]))[0]?.depth ?? 1;
}
