import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const isFull: SqlFunction = {
  signature: 'is_full(uuid,uuid,smallint,daterange,uuid)',
  text: `
-- Whether a room has no place left in one of the nights. Stays in places that it has no more, since its capacity was lowered, count;
-- what is closed of these does not.
CREATE OR REPLACE FUNCTION is_full(site uuid, room uuid, slots smallint, stay daterange, own uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM occupancies n
    WHERE n.location_id = room AND n.site_id = site AND n.live AND n.booking_id <> own AND n.period && stay AND slots <= (
      SELECT count(*) FROM occupancies x
      WHERE x.location_id = room AND x.site_id = site AND x.live AND x.booking_id <> own
        AND (x.closure_id IS NULL OR x.slot <= slots) AND x.period @> greatest(lower(n.period), lower(stay))));
END $$`,
};
