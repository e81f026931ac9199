/**
 * The locations of a site as `paths` (id, parent_id, code, name, path, level from 1 at the top), to follow WITH. The site is an expression of SQL: COPY
 * takes no parameters.
 */
export const pathsOf = (site: string): string => `
RECURSIVE paths AS (
  SELECT id, parent_id, code, name::text, name::text AS path, 1 AS level FROM locations WHERE site_id = ${site} AND parent_id IS NULL
  UNION ALL
  SELECT l.id, l.parent_id, l.code, l.name, p.path || ' / ' || l.name, p.level + 1 FROM paths p JOIN locations l ON l.site_id = ${site} AND l.parent_id = p.id)`;
