import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const cleanBetween: SqlFunction = {
  signature: 'clean_between(uuid,jsonb,jsonb)',
  text: `
-- Shortens the nights for cleaning that bookings keep in places which others of the same exchange take.
CREATE OR REPLACE FUNCTION clean_between(site uuid, leaves jsonb, takes jsonb) RETURNS void
LANGUAGE sql VOLATILE AS $$
  UPDATE occupancies o SET turnaround = t.starts - (upper(o.period) - o.turnaround), period = nights(lower(o.period), t.starts)
  FROM jsonb_to_recordset(takes) AS t (booking uuid, location uuid, starts date) CROSS JOIN LATERAL allocatable_below(site, t.location) c
  WHERE o.site_id = site AND o.booking_id IN (SELECT x.booking FROM jsonb_to_recordset(leaves) AS x (booking uuid))
    AND o.booking_id <> t.booking AND o.location_id = c.location_id AND o.live AND o.turnaround > 0
    AND t.starts >= upper(o.period) - o.turnaround AND t.starts < upper(o.period)
$$`,
};
