import type { Sql } from '#libs/core/database/transaction';

/** A closure that wants every place at a location and below it. Dates are the site's. */
export interface Closing {
  siteId: string;
  today: string;
  closureId: string;
  locationId: string;
  from: string;
  to: string | null;
}

const CLOSE = `
WITH wanted AS MATERIALIZED (
  SELECT c.location_id, s::smallint AS slot FROM allocatable_below($1, $3) c, generate_series(1, c.capacity) AS s),
taken AS (
  INSERT INTO occupancies (site_id, booking_id, closure_id, segment, location_id, slot, period, live, in_house, part_of)
  SELECT $1, $2, $2, 1, w.location_id, w.slot, nights($4, $5), true, false, nullif($3::uuid, w.location_id) FROM wanted w
  WHERE NOT EXISTS (
    SELECT FROM occupancies o WHERE o.site_id = $1 AND o.location_id = w.location_id AND o.slot = w.slot AND o.in_house
      AND nights($4, $5) && overstay(o.period, o.turnaround, $6::date))
  ORDER BY w.location_id, w.slot
  ON CONFLICT DO NOTHING RETURNING 1)
SELECT (SELECT count(*) FROM wanted) = (SELECT count(*) FROM taken) AS closed`;

/** Closes places; false when not all of them could be had: the caller then rolls back. The caller has locked the places. */
export async function closePlaces(sql: Sql, closing: Closing): Promise<boolean> {
  const { siteId, today, closureId, locationId, from, to } = closing;
  const [row] = await sql.rows<{ closed: boolean }>(CLOSE, [siteId, closureId, locationId, from, to, today]);
  return row?.closed ?? false;
}

const OPEN = 'DELETE FROM occupancies WHERE site_id = $1 AND closure_id = $2';
/** Opens the places of a closure again. */
export const openPlaces = (sql: Sql, siteId: string, closureId: string) => sql.rows(OPEN, [siteId, closureId]);
