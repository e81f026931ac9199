/**
 * The locations of a site as `paths` (id, parent_id, code, name, path, level from 1 at the top), to follow WITH. The site is an expression of SQL: COPY
 * takes no parameters.
 */
export const pathsOf = (site: string): string =>
  `paths AS (SELECT p.id, p.parent_id, p.code, p.name COLLATE "und-x-icu" AS name, p.path COLLATE "und-x-icu" AS path, p.level FROM location_paths(${site}) p)`;
