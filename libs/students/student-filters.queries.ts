import { isId } from '#libs/core/http/ids';
import { isBelow } from '#libs/locations/below.queries';
import type { StudentFilterQuery } from '#libs/students/students.dto';

const PRESENT = (site: string) => `
  SELECT b.lead_person_id FROM bookings b WHERE b.site_id = ${site} AND b.status = 'checked_in'
  UNION SELECT p.student_id FROM bookings b JOIN booking_people p ON p.site_id = b.site_id AND p.booking_id = b.id
  WHERE b.site_id = ${site} AND b.status = 'checked_in'`;

/**
 * What follows the other conditions over students `s`. Site is an expression of SQL; `value` says how an id, or a list of them as
 * `{…}`, stands in the query: as a parameter, or in a COPY, which takes none, as a literal. Unknown ids find nobody.
 */
export function studentFilter(
  site: string,
  { location_tree: tree, in_house: inHouse, flags }: StudentFilterQuery,
  value: (given: string) => string,
): string {
  const conditions: string[] = [];
  if (tree !== undefined) conditions.push(isId(tree) ? isBelow('s.location_id', site, value(tree)) : 'false');
  if (inHouse !== undefined) conditions.push(`s.id ${inHouse ? '' : 'NOT '}IN (${PRESENT(site)})`);
  if (flags !== undefined)
    conditions.push(`EXISTS (SELECT FROM student_flags f WHERE f.site_id = ${site} AND f.student_id = s.id
      AND f.flag_id = ANY(${value(`{${flags.filter(isId).join()}}`)}::uuid[]))`);
  return conditions.map((condition) => ` AND ${condition}`).join('');
}
