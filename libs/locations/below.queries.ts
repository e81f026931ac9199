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
  /** The condition for a column with a location; `place` is the position of the value of `values`. */
  is(column: string, place: string): string;
  /** The same, to follow other conditions. */
  and(column: string, place: string): string;
  values: string[];
  /** Whether nothing is filtered. */
  everywhere: boolean;
}

/** No location filters nothing, and nothing is below what is not an id. */
export function treeFilter(location: string | undefined): TreeFilter {
  if (location === undefined) return { is: () => 'true', and: () => '', values: [], everywhere: true };
  if (!isId(location)) return { is: () => 'false', and: () => ' AND false', values: [], everywhere: false };
  const is = (column: string, place: string) => isBelow(column, '$1', place);
  return { is, and: (column, place) => ` AND ${is(column, place)}`, values: [location], everywhere: false };
}
