import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const residents: SqlFunction = {
  signature: 'residents(uuid)',
  text: `
-- The people who are in house in a site.
CREATE OR REPLACE FUNCTION residents(site uuid) RETURNS TABLE (student_id uuid)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
BEGIN
  RETURN QUERY SELECT b.lead_person_id FROM bookings b WHERE b.site_id = site AND b.status = 'checked_in' AND b.lead_person_id IS NOT NULL
  UNION SELECT p.student_id FROM bookings b JOIN booking_people p ON p.site_id = b.site_id AND p.booking_id = b.id
  WHERE b.site_id = site AND b.status = 'checked_in';
END $$`,
};
