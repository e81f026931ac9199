import { escapeLiteral } from 'pg';
import type { ExportCell } from '#libs/core/csv/cells';
import { type ExportStyle, selectedCells } from '#libs/core/csv/export-cells';
import { isId } from '#libs/core/http/ids';
import { pathsOf } from '#libs/locations/paths.queries';
import {
  type DerivedField,
  EXPORTED_FIELDS,
  type ExportedField,
  expressionOf,
  isStored,
  STUDENT_FIELDS,
} from '#libs/students/student-fields';
import { studentFilter } from '#libs/students/student-filters.queries';
import type { StudentFilterQuery } from '#libs/students/students.dto';
import { orderOf, type StudentOrder } from '#libs/students/student-order';

const flagNames = (siteId: string) => `SELECT x.student_id, string_agg(f.name, '; ' ORDER BY x.position) AS names
  FROM student_flags x JOIN flags f ON f.site_id = x.site_id AND f.id = x.flag_id WHERE x.site_id = '${siteId}' GROUP BY x.student_id`;

// A location is named as an import finds it: by its code, else by its path, and by its id where another is called like that.
const locationNames = (siteId: string) => `
WITH ${pathsOf(`'${siteId}'`)},
called AS (
  SELECT text, count(*) AS times FROM locations l CROSS JOIN LATERAL (VALUES (lower(l.code::text)), (lower(l.name::text))) AS c (text)
  WHERE l.site_id = '${siteId}' GROUP BY text),
named AS MATERIALIZED (
  SELECT p.id, coalesce(p.code, CASE WHEN coalesce(c.times, 0) > CASE WHEN p.parent_id IS NULL THEN 1 ELSE 0 END THEN p.id::text ELSE p.path END) AS name
  FROM paths p LEFT JOIN called c ON c.text = lower(p.path))`;

/** The fields of which an export shows another form than the stored one. */
const SHOWN: Record<Extract<ExportedField, DerivedField>, string> & Partial<Record<ExportedField, string>> = {
  location: 'n.name',
  floor: 'l.floor',
  flags: 'g.names',
  welfare_state: 'w.name',
};
const special: Partial<Record<ExportedField, string>> = SHOWN;
const expression = (name: ExportedField) => special[name] ?? (isStored(name) ? expressionOf(name) : 'NULL');

const COLUMNS: Record<string, ExportCell> = Object.fromEntries(
  EXPORTED_FIELDS.map((name) => [name, { sql: expression(name), kind: STUDENT_FIELDS[name].exported }]),
);

interface StudentsExport extends Omit<ExportStyle, 'timeZone'> {
  order: StudentOrder | undefined;
  welfare: boolean;
  filter: StudentFilterQuery;
}

/** The students of a site as the columns of the export, active and inactive; welfare only for those who may see it. */
export function exportStudents(
  { id: siteId, timeZone }: { id: string; timeZone: string },
  { order, welfare, filter, ...style }: StudentsExport,
) {
  if (!isId(siteId)) throw new Error('a site id goes into the text of the query, so it must be one');
  const columns = Object.entries(COLUMNS).filter(([name]) => welfare || name !== 'welfare_state');
  const query = `${locationNames(siteId)}
    SELECT ${selectedCells(Object.fromEntries(columns), { ...style, timeZone })} FROM students s
    LEFT JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
    LEFT JOIN named n ON n.id = s.location_id
    LEFT JOIN welfare_states w ON w.site_id = s.site_id AND w.id = s.welfare_state_id
    LEFT JOIN (${flagNames(siteId)}) g ON g.student_id = s.id
    WHERE s.site_id = '${siteId}' AND s.deleted_at IS NULL${studentFilter(`'${siteId}'`, filter, escapeLiteral)} ${orderOf(order)}`;
  return { columns: columns.map(([name]) => name), query };
}
