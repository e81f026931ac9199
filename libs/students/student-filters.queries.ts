import { escapeLikeName } from '#libs/core/database/like';
import { isId } from '#libs/core/http/ids';
import { isBelow } from '#libs/locations/below.queries';
import type { StudentFilterQuery } from '#libs/students/students.dto';

/** Whether the name, the email or the student id of `s` has a text, which is a parameter; the expression is that of the index. */
const SEARCHED = `folded(s.first_name || ' ' || s.last_name || ' ' || coalesce(s.email, '') || ' ' || s.student_id)`;
export const hasText = (text: string): string => `${SEARCHED} LIKE '%' || folded(${text}) || '%'`;
/** Text with a similar spelling, by the share of common groups of three letters (0.6 in PostgreSQL). */
export const isNearly = (text: string): string => `folded(${text}) <% ${SEARCHED}`;

// A person can be in house in several rooms, of which the home is one, or in another one than somebody entered as the home.
const isInHouseBelow = (site: string, tree: string): string => {
  const stays = `FROM bookings b WHERE b.site_id = ${site} AND b.status = 'checked_in' AND ${isBelow('b.location_id', site, tree)}`;
  return `s.id IN (WITH stays AS MATERIALIZED (SELECT b.id, b.lead_person_id ${stays})
    SELECT t.lead_person_id FROM stays t WHERE t.lead_person_id IS NOT NULL
    UNION SELECT p.student_id FROM stays t JOIN booking_people p ON p.site_id = ${site} AND p.booking_id = t.id)`;
};

/**
 * What follows the other conditions over students `s`. Site is an expression of SQL; `value` says how an id, or a list of them as
 * `{…}`, is written into the query: as a parameter, or in a COPY, which takes none, as a literal. Unknown ids find nobody.
 */
export function studentFilter(
  site: string,
  { location_tree: tree, in_house: inHouse, flags, q, active }: StudentFilterQuery,
  value: (given: string) => string,
): string {
  const conditions: string[] = [];
  if (active !== undefined) conditions.push(active ? 's.active' : 'NOT s.active');
  if (q !== undefined) conditions.push(hasText(value(escapeLikeName(q))));
  const isThere = (root: string) => (inHouse ? isInHouseBelow(site, root) : isBelow('s.location_id', site, root));
  if (tree !== undefined) conditions.push(isId(tree) ? isThere(value(tree)) : 'false');
  if (inHouse !== undefined && !(inHouse && tree !== undefined))
    conditions.push(`s.id ${inHouse ? '' : 'NOT '}IN (SELECT r.student_id FROM residents(${site}) r)`);
  if (flags !== undefined)
    conditions.push(`EXISTS (SELECT FROM student_flags f WHERE f.site_id = ${site} AND f.student_id = s.id
      AND f.flag_id = ANY(${value(`{${flags.filter(isId).join()}}`)}::uuid[]))`);
  return conditions.map((condition) => ` AND ${condition}`).join('');
}
