import type { Sql } from '#libs/core/database/transaction';

/** A value that a field of a booking had until somebody changed it. */
export interface FormerValue {
  booking_id: string;
  field: string;
  value: string;
  changed_at: string;
}

// What an undo took back was a mistake of a file, and the corrected file may say the same.
const FORMER = `
SELECT t.booking_id, c ->> 'field' AS field, c ->> 'from' AS value, t.recorded_at AS changed_at
FROM booking_transactions t, jsonb_array_elements(t.changes) c
WHERE t.site_id = $1 AND t.booking_id = ANY($2::uuid[]) AND t.cause_kind IS DISTINCT FROM 'undo' AND c ->> 'from' IS NOT NULL
ORDER BY t.sequence DESC`;

/** The values that fields of bookings had before, the latest first. */
export const findFormerValues = async (sql: Sql, siteId: string, bookings: string[]): Promise<FormerValue[]> =>
  bookings.length === 0 ? [] : sql.rows<FormerValue>(FORMER, [siteId, bookings]);
