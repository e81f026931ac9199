import type { Sql } from '#libs/core/database/transaction';
import { insertInto } from '#libs/core/database/columns';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

/** A closure that wants every place at a location and below it. Dates are the site's. */
export interface Closing {
  siteId: string;
  today: string;
  closureId: string;
  locationId: string;
  from: string;
  to: string | null;
  /** The nights that it has had here until now: a resident who has not left since they began keeps none of them from it. */
  had?: { from: string; to: string | null } | undefined;
}

const HAD = `CASE WHEN $7::date IS NULL THEN 'empty' ELSE nights($7, $8) END`;

const CLOSE = `
WITH wanted AS MATERIALIZED (
  SELECT c.location_id, s::smallint AS slot FROM allocatable_below($1, $3) c, generate_series(1, c.capacity) AS s),
taken AS (
  ${insertInto(Occupancy, 'siteId bookingId closureId segment locationId slot period live inHouse partOf')}
  SELECT $1, $2, $2, 1, w.location_id, w.slot, nights($4, $5), true, false, nullif($3::uuid, w.location_id) FROM wanted w
  WHERE NOT EXISTS (
    SELECT FROM late_stays($1, $6::date) x WHERE x.location_id = w.location_id AND x.slot = w.slot AND x.nights && nights($4, $5)
      AND NOT x.nights * nights($4, $5) <@ ${HAD})
  ORDER BY w.location_id, w.slot
  ON CONFLICT DO NOTHING RETURNING 1)
SELECT (SELECT count(*) FROM wanted) = (SELECT count(*) FROM taken) AS closed`;

/** Closes places; false when not all of them could be had: the caller then rolls back. The caller has locked the places. */
export async function closePlaces(sql: Sql, closing: Closing): Promise<boolean> {
  const { siteId, today, closureId, locationId, from, to, had } = closing;
  const values = [siteId, closureId, locationId, from, to, today, had?.from ?? null, had?.to ?? null];
  const [row] = await sql.rows<{ closed: boolean }>(CLOSE, values);
  return row?.closed ?? false;
}

const OPEN = 'DELETE FROM occupancies WHERE site_id = $1 AND closure_id = $2';
/** Opens the places of a closure again. */
export const openPlaces = (sql: Sql, siteId: string, closureId: string) => sql.rows(OPEN, [siteId, closureId]);
