import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const hasMoreBelow: SqlFunction = {
  signature: 'has_more_below(uuid,uuid)',
  text: `
-- Whether there are locations below a location. Looked up in an index, whatever the planner thinks of the table.
CREATE OR REPLACE FUNCTION has_more_below(site uuid, root uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM locations l WHERE l.site_id = site AND l.parent_id = root);
END $$`,
};
