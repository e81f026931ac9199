import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const namedPlaces: SqlFunction = {
  signature: 'named_places(uuid)',
  text: `
-- Every location of a site with its building, its floor, its name below the building, and the ids of the location and of all above it.
CREATE OR REPLACE FUNCTION named_places(site uuid)
RETURNS TABLE (id uuid, building_id uuid, building text, floor text, room text, above uuid[])
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
BEGIN
  RETURN QUERY WITH RECURSIVE places AS (
    SELECT l.id, l.id AS building_id, l.name::text AS building, l.floor::text AS floor, NULL::text COLLATE "und-x-icu" AS room, ARRAY[l.id] AS above
    FROM locations l WHERE l.site_id = site AND l.parent_id IS NULL
    UNION ALL
    SELECT l.id, p.building_id, p.building, coalesce(l.floor, p.floor),
      CASE WHEN n.is_place THEN concat_ws(' · ', p.room, l.name) COLLATE "und-x-icu" END, p.above || l.id
    FROM places p JOIN locations l ON l.site_id = site AND l.parent_id = p.id
    JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
    -- A floor has its own column; the name of a flat that is not let itself distinguishes its Room B from that of the next flat.
    CROSS JOIN LATERAL (SELECT t.can_be_allocated_to_bookings OR p.room IS NOT NULL
      OR lower(l.name) NOT IN (lower(coalesce(l.floor, p.floor, '')), 'floor ' || lower(coalesce(l.floor, p.floor, ''))) AS is_place) n)
  SELECT x.id, x.building_id, x.building, x.floor, x.room, x.above FROM places x;
END $$`,
};
