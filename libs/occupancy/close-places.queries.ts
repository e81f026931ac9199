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
  had?: { from: string; to: string | null; kept?: KeptPlace[] | undefined } | undefined;
}

/** A place that it has, and keeps since its first night: later than the closure itself, where somebody stayed until then. */
export interface KeptPlace {
  location: string;
  slot: number;
  first: string | null;
}

const HAD = `CASE WHEN $7::date IS NULL THEN 'empty' ELSE nights($7, $8) END`;

const CLOSE = `
WITH wanted AS MATERIALIZED (
  SELECT c.location_id, s::smallint AS slot, nights(coalesce(k.first, $4), $5) AS period
  FROM allocatable_below($1, $3) c CROSS JOIN generate_series(1, c.capacity) AS s
  LEFT JOIN jsonb_to_recordset($9) AS k (location uuid, slot smallint, first date) ON k.location = c.location_id AND k.slot = s),
taken AS (
  ${insertInto(Occupancy, 'siteId bookingId closureId segment locationId slot period live inHouse partOf')}
  SELECT $1, $2, $2, 1, w.location_id, w.slot, w.period, true, false, nullif($3::uuid, w.location_id) FROM wanted w
  WHERE NOT EXISTS (
    SELECT FROM late_stays($1, $6::date) x WHERE x.location_id = w.location_id AND x.slot = w.slot AND x.nights && w.period
      AND NOT x.nights * w.period <@ ${HAD})
  ORDER BY w.location_id, w.slot
  ON CONFLICT DO NOTHING RETURNING 1)
SELECT (SELECT count(*) FROM wanted) = (SELECT count(*) FROM taken) AS closed`;

/** Closes places; false when not all of them could be had: the caller then rolls back. The caller has locked the places. */
export async function closePlaces(sql: Sql, closing: Closing): Promise<boolean> {
  const { siteId, today, closureId, locationId, from, to, had } = closing;
  const before = [had?.from ?? null, had?.to ?? null, JSON.stringify(had?.kept ?? [])];
  const values = [siteId, closureId, locationId, from, to, today, ...before];
  const [row] = await sql.rows<{ closed: boolean }>(CLOSE, values);
  return row?.closed ?? false;
}

const OPEN = `
DELETE FROM occupancies WHERE site_id = $1 AND closure_id = $2 RETURNING location_id AS location, slot, lower(period) AS first`;
/** Opens the places of a closure again, and returns which it had. */
export const openPlaces = (sql: Sql, siteId: string, closureId: string): Promise<KeptPlace[]> =>
  sql.rows<KeptPlace>(OPEN, [siteId, closureId]);
