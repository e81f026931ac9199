import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const placeToBook: SqlFunction = {
  signature: 'place_to_book(uuid,date,uuid,date,date,smallint,uuid)',
  text: `
-- Locks a bookable room with nothing below it and returns a free place in it. Volatile: each of its statements sees what was
-- committed until then, also what the lock waited for. None where stays in places that are gone count: that needs a lock of the room.
CREATE OR REPLACE FUNCTION place_to_book(site uuid, today date, root uuid, first date, departure date, cleaning smallint, own uuid)
RETURNS TABLE (location_id uuid, slot smallint, period daterange, turnaround smallint)
LANGUAGE plpgsql VOLATILE ROWS 1 SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
    WHERE l.site_id = site AND l.id = root AND l.open AND t.can_be_allocated_to_bookings FOR KEY SHARE OF l, t;
  IF FOUND THEN
    RETURN QUERY SELECT * FROM places_to_take(site, today, root, first, departure, cleaning, false, own)
      WHERE NOT EXISTS (SELECT FROM locations c WHERE c.site_id = site AND c.parent_id = root)
        AND NOT EXISTS (
          SELECT FROM locations l JOIN occupancies o ON o.location_id = root AND o.slot > l.capacity AND o.site_id = site AND o.live
            AND o.period && nights(first, departure + coalesce(cleaning, 30))
          WHERE l.site_id = site AND l.id = root);
  END IF;
END $$`,
};
