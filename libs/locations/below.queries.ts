/**
 * A query for the ids of a location and of everything below it. Site and location are expressions of SQL, such as `$1`. Of an id
 * that the site does not have there is no row.
 */
export const locationsBelow = (site: string, location: string): string => `
  WITH RECURSIVE below AS (
    SELECT l.id FROM locations l WHERE l.site_id = ${site} AND l.id = ${location}::uuid
    UNION ALL
    SELECT l.id FROM below x JOIN locations l ON l.site_id = ${site} AND l.parent_id = x.id)
  SELECT id FROM below`;

/** The same as a condition for a column with a location. The ids are found once, so that the index of the column can be used. */
export const isBelow = (column: string, site: string, location: string): string =>
  `${column} = ANY(ARRAY(${locationsBelow(site, location)}))`;
