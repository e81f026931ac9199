import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const blockingHolders: SqlFunction = {
  signature: 'blocking_holders(uuid,date,uuid,date,date,smallint,boolean,uuid)',
  text: `
-- The bookings and closures that keep a stay from its places; none when it can have them.
CREATE OR REPLACE FUNCTION blocking_holders(site uuid, today date, root uuid, first date, departure date, cleaning smallint,
  resident boolean, own uuid)
RETURNS TABLE (holder_id uuid, kind text, in_house boolean)
LANGUAGE plpgsql STABLE ROWS 2 SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  IF is_whole(site, root)
    OR NOT EXISTS (SELECT FROM places_to_take(site, today, root, first, departure, cleaning, resident, own)) THEN
    RETURN QUERY SELECT * FROM holders_below(site, today, root, first, departure, cleaning, resident, own);
  END IF;
END $$`,
};
