import { onlyUndone } from '#libs/accounts/audit/only-undone';
import type { Sql } from '#libs/core/database/transaction';
import type { StoredResult } from '#libs/booking-import/commit/results.queries';

/** Whether booking `b` has changed since a version, but only by imports that are undone. */
export const isAsWrittenAgain = (version: string): string =>
  `b.version > ${version} AND ${onlyUndone(`
SELECT t.cause_kind, t.cause_id FROM booking_transactions t WHERE t.site_id = b.site_id AND t.booking_id = b.id
ORDER BY t.sequence DESC LIMIT b.version - ${version}`)}`;
const AGAIN = `
SELECT b.id, b.version FROM unnest($2::uuid[], $3::int[]) AS r (id, version)
JOIN bookings b ON b.site_id = $1 AND b.id = r.id WHERE ${isAsWrittenAgain('r.version')}`;

/** Rows with the present versions of bookings that later imports changed and their undos gave back: nobody has edited these. */
export async function asWritten(sql: Sql, siteId: string, rows: StoredResult[]): Promise<StoredResult[]> {
  const written = rows.filter(({ booking_id, booking_version }) => booking_id !== null && booking_version !== null);
  const ids = written.map(({ booking_id }) => booking_id);
  const versions = written.map(({ booking_version }) => booking_version);
  const again = await sql.rows<{ id: string; version: number }>(AGAIN, [siteId, ids, versions]);
  if (again.length === 0) return rows;
  const present = new Map(again.map(({ id, version }) => [id, version]));
  return rows.map((row) => ({ ...row, booking_version: present.get(row.booking_id ?? '') ?? row.booking_version }));
}
