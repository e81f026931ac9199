import type { Sql } from '#libs/core/database/transaction';
import type { StudentWarningResponse } from '#libs/students/duplicates.dto';

const DAY_MS = 86_400_000;

/** A record with the student id and the email that it has, or is to have. */
export interface Identified {
  id: string;
  student_id: string;
  email: string | null;
}

interface Claim {
  kept_id: string;
  by_id: boolean;
}

// The email that a record got by the merge itself returns with it.
const CLAIMS = `
SELECT DISTINCT m.kept_id, lower(r.student_id) = lower(g.student_id) AS by_id
FROM student_merges m
JOIN students g ON g.site_id = $1 AND g.id = m.merged_id AND g.deleted_at IS NOT NULL AND g.erased_at IS NULL
JOIN jsonb_to_recordset($2) AS r (id uuid, student_id text, email text)
  ON lower(r.student_id) = lower(g.student_id) OR lower(r.email) = lower(g.email)
WHERE m.site_id = $1 AND m.undone_at IS NULL AND m.merged_at > $3
  AND (lower(r.student_id) = lower(g.student_id) OR r.id <> m.kept_id
    OR NOT m.snapshot -> 'changes' @> jsonb_build_array(jsonb_build_object('field', 'email', 'to', r.email)))
ORDER BY m.kept_id LIMIT 100`;

/** Warnings when records have the student id or the email of one that was merged, and that can still become a record of its own. */
export async function findFormerClaims(
  sql: Sql,
  site: { id: string; historyWindowDays: number },
  records: Identified[],
  now: Date,
): Promise<StudentWarningResponse[]> {
  if (records.length === 0) return [];
  const since = new Date(now.getTime() - site.historyWindowDays * DAY_MS);
  const claims = await sql.rows<Claim>(CLAIMS, [site.id, JSON.stringify(records), since]);
  return [
    ...warningOf(
      claims.filter(({ by_id }) => by_id),
      'The student id was that of a record that was merged into the person named here. That merge can only be undone when nobody else has the student id.',
    ),
    ...warningOf(
      claims.filter(({ by_id }) => !by_id),
      'The email was that of a record that was merged into the person named here. If that merge is undone, the record returns without it.',
    ),
  ];
}

const warningOf = (claims: Claim[], message: string): StudentWarningResponse[] =>
  claims.length === 0
    ? []
    : [{ code: 'merged_identity', message, person_ids: [...new Set(claims.map(({ kept_id }) => kept_id))] }];
