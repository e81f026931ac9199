import { isId } from '#libs/core/http/ids';

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

/** A filter by a location and everything below it, for a query whose site is `$1`. */
export interface TreeFilter {
  /** What follows the other conditions, for a column with a location; `place` is the position of the value of `values`. */
  and(column: string, place: string): string;
  values: string[];
}

/** No location filters nothing, and nothing is below what is not an id. */
export function treeFilter(location: string | undefined): TreeFilter {
  if (location === undefined) return { and: () => '', values: [] };
  if (!isId(location)) return { and: () => ' AND false', values: [] };
  return { and: (column, place) => ` AND ${isBelow(column, '$1', place)}`, values: [location] };
}
