import type { Sql } from './transaction.js';

/** The tables that hold a tree by `parent_id` in a site. */
type Tree = 'locations' | 'location_types';

const MOST = 50;

const above = (tree: Tree) => `
WITH RECURSIVE above AS (
  SELECT id, parent_id, 1 AS depth FROM ${tree} WHERE site_id = $1 AND id = $2
  UNION ALL
  SELECT t.id, t.parent_id, a.depth + 1 FROM above a JOIN ${tree} t ON t.site_id = $1 AND t.id = a.parent_id WHERE a.depth < ${MOST})
SELECT count(*)::int AS depth, bool_or(id = $3) AS circular FROM above`;

/** How many entries there are from one up to the top, itself included, and whether another one is among them. */
export async function measureAbove(sql: Sql, tree: Tree, siteId: string, id: string, other: string) {
  const [row] = await sql.rows<{ depth: number; circular: boolean | null }>(above(tree), [siteId, id, other]);
  return { depth: row?.depth ?? 0, circular: row?.circular ?? false };
}

const below = (tree: Tree) => `
WITH RECURSIVE below AS (
  SELECT id, 1 AS depth FROM ${tree} WHERE site_id = $1 AND id = $2
  UNION ALL
  SELECT t.id, b.depth + 1 FROM below b JOIN ${tree} t ON t.site_id = $1 AND t.parent_id = b.id WHERE b.depth < ${MOST})
SELECT coalesce(max(depth), 1)::int AS depth FROM below`;

/** How many levels an entry has from itself down. */
export async function measureBelow(sql: Sql, tree: Tree, siteId: string, id: string): Promise<number> {
  return (await sql.rows<{ depth: number }>(below(tree), [siteId, id]))[0]?.depth ?? 1;
}
