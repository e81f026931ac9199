import type { Sql } from '#libs/core/database/transaction';
import type { StudentWarningResponse } from '#libs/students/duplicates.dto';

// After the write and before the look: of two who make the same person at one moment, the second sees the first.
const LOCK = `
SELECT pg_advisory_xact_lock(hashtextextended('born/' || site_id || '/' || date_of_birth, 0))
FROM students WHERE site_id = $1 AND id = $2 AND date_of_birth IS NOT NULL`;

const SAME = `
SELECT o.id FROM students s JOIN students o
  ON o.site_id = s.site_id AND o.date_of_birth = s.date_of_birth AND o.name_key = s.name_key AND o.id <> s.id AND o.deleted_at IS NULL
WHERE s.site_id = $1 AND s.id = $2 AND s.name_key <> '' ORDER BY o.id LIMIT 100`;

/** A warning when others of the site have the name and the date of birth of a student who was written in this transaction. */
export async function findDuplicates(sql: Sql, siteId: string, id: string): Promise<StudentWarningResponse[]> {
  if ((await sql.rows(LOCK, [siteId, id])).length === 0) return [];
  const rows = await sql.rows<{ id: string }>(SAME, [siteId, id]);
  return duplicateWarnings(rows.map((row) => row.id));
}

export const duplicateWarnings = (person_ids: string[]): StudentWarningResponse[] =>
  person_ids.length > 0
    ? [
        {
          code: 'possible_duplicate',
          message:
            'Others have the same name and the same date of birth. If they are the same person, merge the records.',
          person_ids,
        },
      ]
    : [];

// Of the records that a list changes, some are not stored yet in a dry run: these are compared as they will be.
const SAME_AS_THESE = `
WITH given AS MATERIALIZED (
  SELECT id, date_of_birth, name_key(first_name || ' ' || last_name) AS name
  FROM jsonb_to_recordset($2) AS r (id uuid, date_of_birth date, first_name text, last_name text)),
everybody AS (
  SELECT id, date_of_birth, name_key AS name FROM students
  WHERE site_id = $1 AND deleted_at IS NULL AND date_of_birth IS NOT NULL AND id NOT IN (SELECT id FROM given)
  UNION ALL SELECT id, date_of_birth, name FROM given)
SELECT DISTINCT u.id FROM given g JOIN everybody e ON e.date_of_birth = g.date_of_birth AND e.name = g.name AND e.id <> g.id
CROSS JOIN LATERAL (VALUES (g.id), (e.id)) AS u (id) WHERE g.name <> '' ORDER BY u.id LIMIT 100`;

interface Named {
  id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
}

/** A warning that names all who have the same name and date of birth as one of some records, with those records. */
export async function findDuplicatesOf(sql: Sql, siteId: string, records: Named[]): Promise<StudentWarningResponse[]> {
  const born = records.filter(({ date_of_birth }) => date_of_birth !== null);
  if (born.length === 0) return [];
  const rows = await sql.rows<{ id: string }>(SAME_AS_THESE, [siteId, JSON.stringify(born)]);
  return duplicateWarnings(rows.map(({ id }) => id));
}
