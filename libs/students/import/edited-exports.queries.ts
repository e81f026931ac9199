import type { Sql } from '#libs/core/database/transaction';

/** What an export has of a student in addition to the fields that an import reads. */
export interface ExportedOnly {
  id: string;
  floor: string | null;
  flags: string | null;
  flag_ids: string[];
}

const EXPORTED_ONLY = `
SELECT s.id, l.floor, g.names AS flags, coalesce(g.ids, '{}') AS flag_ids
FROM students s JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
LEFT JOIN (
  SELECT x.student_id, string_agg(f.name, '; ' ORDER BY x.position) AS names, array_agg(f.id::text) AS ids
  FROM student_flags x JOIN flags f ON f.site_id = x.site_id AND f.id = x.flag_id WHERE x.site_id = $1 GROUP BY x.student_id
) g ON g.student_id = s.id
WHERE s.site_id = $1 AND s.id IN (SELECT unnest($2::uuid[]))`;

export async function findExportedOnly(sql: Sql, siteId: string, ids: string[]): Promise<Map<string, ExportedOnly>> {
  const rows = await sql.rows<ExportedOnly>(EXPORTED_ONLY, [siteId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const FLOORS = 'SELECT id, floor FROM locations WHERE site_id = $1 AND id IN (SELECT unnest($2::uuid[]))';
export async function findFloors(sql: Sql, siteId: string, locations: string[]): Promise<Map<string, string | null>> {
  const rows = await sql.rows<{ id: string; floor: string | null }>(FLOORS, [siteId, locations]);
  return new Map(rows.map(({ id, floor }) => [id, floor]));
}
