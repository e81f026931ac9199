import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const isWhole: SqlFunction = {
  signature: 'is_whole(uuid,uuid)',
  text: `
-- Whether a booking of a location takes others with it, as a flat takes the rooms in it.
CREATE OR REPLACE FUNCTION is_whole(site uuid, root uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM locations l WHERE l.site_id = site AND l.parent_id = root)
    AND (SELECT count(*) FROM allocatable_below(site, root)) > 1;
END $$`,
};
