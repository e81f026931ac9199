import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const bookableLocations: SqlFunction = {
  signature: 'bookable_locations(uuid)',
  text: `
-- The locations of a site with what their types say.
CREATE OR REPLACE FUNCTION bookable_locations(site uuid)
RETURNS TABLE (id uuid, parent_id uuid, name text, code text, floor text, capacity smallint, location_type_id uuid, open boolean,
  allocatable boolean, cleaning smallint)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
BEGIN
  RETURN QUERY SELECT l.id, l.parent_id, l.name, l.code, l.floor, l.capacity, l.location_type_id, l.open,
    t.can_be_allocated_to_bookings, t.turnaround_days
  FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id WHERE l.site_id = site;
END $$`,
};
