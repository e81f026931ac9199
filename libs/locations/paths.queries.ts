/**
 * The locations of a site as `paths` (id, parent_id, code, path), to follow WITH. The site is an expression of SQL: COPY
 * takes no parameters.
 */
export const pathsOf = (site: string): string => `
RECURSIVE paths AS (
  SELECT id, parent_id, code, name::text AS path FROM locations WHERE site_id = ${site} AND parent_id IS NULL
  UNION ALL
  SELECT l.id, l.parent_id, l.code, p.path || ' / ' || l.name FROM paths p JOIN locations l ON l.site_id = ${site} AND l.parent_id = p.id)`;
