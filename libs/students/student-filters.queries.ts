import { escapeLikeName } from '#libs/core/database/like';
import { isId } from '#libs/core/http/ids';
import { isBelow } from '#libs/locations/below.queries';
import type { StudentFilterQuery } from '#libs/students/students.dto';

/** Whether the name, the email or the student id of `s` has a text, which is a parameter; the expression is that of the index. */
const SEARCHED = `folded(s.first_name || ' ' || s.last_name || ' ' || coalesce(s.email, '') || ' ' || s.student_id)`;
export const hasText = (text: string): string => `${SEARCHED} LIKE '%' || folded(${text}) || '%'`;
/** Text with a similar spelling, by the share of common groups of three letters (0.6 in PostgreSQL). */
export const isNearly = (text: string): string => `folded(${text}) <% ${SEARCHED}`;

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
  if (tree !== undefined) conditions.push(isId(tree) ? isBelow('s.location_id', site, value(tree)) : 'false');
  if (inHouse !== undefined)
    conditions.push(`s.id ${inHouse ? '' : 'NOT '}IN (SELECT r.student_id FROM residents(${site}) r)`);
  if (flags !== undefined)
    conditions.push(`EXISTS (SELECT FROM student_flags f WHERE f.site_id = ${site} AND f.student_id = s.id
      AND f.flag_id = ANY(${value(`{${flags.filter(isId).join()}}`)}::uuid[]))`);
  return conditions.map((condition) => ` AND ${condition}`).join('');
}
