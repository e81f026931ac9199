import type { Sql } from '#libs/core/database/transaction';
import { studentFilter } from '#libs/students/student-filters.queries';
import type { StudentFilterQuery } from '#libs/students/students.dto';
import { orderOf, type StudentOrder } from '#libs/students/student-order';

/** A student as the printed list shows them. */
export interface StudentLine {
  id: string;
  student_id: string;
  first_name: string;
  last_name: string;
  building_id: string;
  building: string;
  floor: string | null;
  /** The names below the building, such as `Flat 3 · Room B`; null for who lives nowhere in particular. */
  room: string | null;
  code: string | null;
  in_house: boolean;
  welfare_flag: boolean;
  welfare_state: string | null;
  flags: { name: string; colour: string }[];
  picture_id: string | null;
  /** How many live in the building on the floor. */
  group_size: number;
}

/** Every location of the site `$1` with its building, its floor and its name below the building. */
export const PLACES = `
places AS (
  SELECT id, id AS building_id, name AS building, floor, NULL::text COLLATE "und-x-icu" AS room
  FROM locations WHERE site_id = $1 AND parent_id IS NULL
  UNION ALL
  SELECT l.id, p.building_id, p.building, coalesce(l.floor, p.floor),
    CASE WHEN n.is_place THEN concat_ws(' · ', p.room, l.name) COLLATE "und-x-icu" END
  FROM places p JOIN locations l ON l.site_id = $1 AND l.parent_id = p.id
  JOIN location_types t ON t.site_id = $1 AND t.id = l.location_type_id
  -- A floor stands above its rooms already; a flat that is not let itself still tells its Room B from the next flat's.
  CROSS JOIN LATERAL (SELECT t.can_be_allocated_to_bookings OR p.room IS NOT NULL
    OR lower(l.name) NOT IN (lower(coalesce(l.floor, p.floor, '')), 'floor ' || lower(coalesce(l.floor, p.floor, ''))) AS is_place) n)`;

/** Who is in house in the site `$1`. */
const RESIDENTS = `
residents AS (
  SELECT b.lead_person_id AS student_id FROM occupancies o JOIN bookings b ON b.site_id = o.site_id AND b.id = o.booking_id
  WHERE o.site_id = $1 AND o.in_house
  UNION SELECT x.student_id FROM occupancies o JOIN booking_people x ON x.site_id = o.site_id AND x.booking_id = o.booking_id
  WHERE o.site_id = $1 AND o.in_house)`;

const lines = (order: StudentOrder | undefined, filter: string) => `
WITH RECURSIVE ${PLACES}, ${RESIDENTS}
SELECT s.id, s.student_id, s.first_name, s.last_name, coalesce(p.building_id::text, '') AS building_id,
  coalesce(p.building, 'No location') AS building, p.floor, p.room,
  CASE WHEN p.room IS NOT NULL THEN l.code END AS code,
  r.student_id IS NOT NULL AS in_house, $2 AND s.welfare_flag AS welfare_flag, CASE WHEN $2 THEN w.name END AS welfare_state,
  (SELECT coalesce(json_agg(json_build_object('name', f.name, 'colour', f.colour) ORDER BY x.position), '[]')
    FROM student_flags x JOIN flags f ON f.site_id = x.site_id AND f.id = x.flag_id
    WHERE x.site_id = s.site_id AND x.student_id = s.id) AS flags,
  i.id AS picture_id, count(*) OVER (PARTITION BY p.building_id, p.floor)::int AS group_size
FROM students s
LEFT JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
LEFT JOIN places p ON p.id = s.location_id
LEFT JOIN residents r ON r.student_id = s.id
LEFT JOIN welfare_states w ON w.site_id = s.site_id AND w.id = s.welfare_state_id
LEFT JOIN pictures i ON i.site_id = s.site_id AND i.student_id = s.id
WHERE s.site_id = $1 AND s.active AND s.deleted_at IS NULL${filter}
ORDER BY p.building COLLATE natural_order, p.building_id, p.floor COLLATE natural_order NULLS FIRST, ${orderOf(order).replace('ORDER BY ', '')}`;

/** The active students of a site by building and floor, there in the order asked for. */
export function listLines(
  sql: Sql,
  siteId: string,
  { order, welfare, filter }: { order: StudentOrder | undefined; welfare: boolean; filter: StudentFilterQuery },
): Promise<StudentLine[]> {
  const values: unknown[] = [siteId, welfare];
  const conditions = studentFilter('$1', filter, (given) => `$${values.push(given)}`);
  return sql.rows<StudentLine>(lines(order, conditions), values);
}
