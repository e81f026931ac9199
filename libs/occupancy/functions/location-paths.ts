import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const locationPaths: SqlFunction = {
  signature: 'location_paths(uuid)',
  text: `
-- The locations of a site with their paths and levels, 1 at the top.
CREATE OR REPLACE FUNCTION location_paths(site uuid)
RETURNS TABLE (id uuid, parent_id uuid, code text, name text, path text, level int)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
BEGIN
  RETURN QUERY WITH RECURSIVE paths AS (
    SELECT l.id, l.parent_id, l.code::text AS code, l.name::text AS name, l.name::text AS path, 1 AS level
    FROM locations l WHERE l.site_id = site AND l.parent_id IS NULL
    UNION ALL
    SELECT l.id, l.parent_id, l.code::text, l.name::text, p.path || ' / ' || l.name, p.level + 1
    FROM paths p JOIN locations l ON l.site_id = site AND l.parent_id = p.id)
  SELECT x.id, x.parent_id, x.code, x.name, x.path, x.level FROM paths x;
END $$`,
};
