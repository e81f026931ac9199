import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const allocatableBelow: SqlFunction = {
  signature: 'allocatable_below(uuid,uuid)',
  text: `
-- What can be allocated at a location: itself and everything below it.
CREATE OR REPLACE FUNCTION allocatable_below(site uuid, root uuid) RETURNS TABLE (location_id uuid, capacity smallint)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE branch AS (
    SELECT l.id, l.capacity, l.location_type_id FROM locations l WHERE l.site_id = site AND l.id = root
    UNION ALL
    SELECT l.id, l.capacity, l.location_type_id FROM branch b JOIN locations l ON l.site_id = site AND l.parent_id = b.id
  )
  SELECT b.id, b.capacity FROM branch b
  JOIN location_types t ON t.site_id = site AND t.id = b.location_type_id AND t.can_be_allocated_to_bookings
$$`,
};
