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

const lines = (order: StudentOrder | undefined, filter: string) => `
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
LEFT JOIN named_places($1) p ON p.id = s.location_id
LEFT JOIN residents($1) r ON r.student_id = s.id
LEFT JOIN welfare_states w ON w.site_id = s.site_id AND w.id = s.welfare_state_id
LEFT JOIN pictures i ON i.site_id = s.site_id AND i.student_id = s.id
WHERE s.site_id = $1 AND s.deleted_at IS NULL${filter}
ORDER BY p.building COLLATE natural_order, p.building_id, p.floor COLLATE natural_order NULLS FIRST, ${orderOf(order).replace('ORDER BY ', '')}`;

/** The students of a site, without another filter the active ones, by building and floor, there in the order asked for. */
export function listLines(
  sql: Sql,
  siteId: string,
  { order, welfare, filter }: { order: StudentOrder | undefined; welfare: boolean; filter: StudentFilterQuery },
): Promise<StudentLine[]> {
  const values: unknown[] = [siteId, welfare];
  const conditions = studentFilter('$1', { active: true, ...filter }, (given) => `$${values.push(given)}`);
  return sql.rows<StudentLine>(lines(order, conditions), values);
}
