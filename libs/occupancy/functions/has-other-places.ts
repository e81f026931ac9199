import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const hasOtherPlaces: SqlFunction = {
  signature: 'has_other_places(uuid,uuid,uuid,integer)',
  text: `
-- Whether the nights of a segment were spent in other places than its location consists of today: a room has left the flat since,
-- has become a part of it, or has fewer places.
CREATE OR REPLACE FUNCTION has_other_places(site uuid, root uuid, booking uuid, of_segment integer) RETURNS boolean
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (
      SELECT FROM occupancies o
      LEFT JOIN allocatable_below(site, root) c ON c.location_id = o.location_id AND o.slot <= c.capacity
      WHERE o.site_id = site AND o.booking_id = booking AND o.segment = of_segment AND NOT isempty(o.period) AND c.location_id IS NULL)
    OR is_whole(site, root) AND EXISTS (
      SELECT FROM occupancies o
      WHERE o.site_id = site AND o.booking_id = booking AND o.segment = of_segment AND NOT isempty(o.period))
    AND EXISTS (
      SELECT FROM allocatable_below(site, root) c, generate_series(1, c.capacity) s
      WHERE NOT EXISTS (
        SELECT FROM occupancies o WHERE o.site_id = site AND o.booking_id = booking AND o.segment = of_segment
          AND o.location_id = c.location_id AND o.slot = s));
END $$`,
};
