import type { Sql } from '#libs/core/database/transaction';

/** The student id and the email of a merged record, and the record that has them since. */
export interface FormerIdentity {
  id: string;
  student_id: string;
  email: string | null;
}

// A remaining record may have been merged into another one later.
const FORMER = `
WITH RECURSIVE former AS (
  SELECT m.merged_id AS gone, m.kept_id AS id FROM student_merges m WHERE m.site_id = $1 AND m.undone_at IS NULL
  UNION SELECT f.gone, m.kept_id FROM former f
  JOIN student_merges m ON m.site_id = $1 AND m.merged_id = f.id AND m.undone_at IS NULL)
SELECT k.id, g.student_id, g.email FROM former f
JOIN students k ON k.site_id = $1 AND k.id = f.id AND k.deleted_at IS NULL
JOIN students g ON g.site_id = $1 AND g.id = f.gone AND g.deleted_at IS NOT NULL AND g.erased_at IS NULL
ORDER BY g.id`;

/** The identities of merged records: lists of other systems continue to name people by them. */
export const findFormerIdentities = (sql: Sql, siteId: string): Promise<FormerIdentity[]> =>
  sql.rows<FormerIdentity>(FORMER, [siteId]);
