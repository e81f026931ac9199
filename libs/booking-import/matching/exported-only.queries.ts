import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';

/** What an export says of a booking in the columns that an import does not read. The phase is that of a day. */
export interface ExportedOnly {
  id: string;
  block_booking: string | null;
  flags: string | null;
  additional_people: string | null;
  checked_in_at: string | null;
  checked_out_at: string | null;
  cancellation_code: string | null;
  created_at: string;
}

const EXPORTED_ONLY = `
SELECT b.id, b.checked_in_at, b.checked_out_at, b.cancellation_code, b.created_at,
  (SELECT k.name FROM block_bookings k WHERE k.site_id = b.site_id AND k.id = b.block_booking_id) AS block_booking,
  (SELECT string_agg(y.name, '; ' ORDER BY x.position) FROM booking_flags x JOIN flags y ON y.site_id = x.site_id AND y.id = x.flag_id
    WHERE x.site_id = b.site_id AND x.booking_id = b.id) AS flags,
  (SELECT string_agg(${recordName('y')}, '; ' ORDER BY x.position) FROM booking_people x JOIN students y ON y.site_id = x.site_id AND y.id = x.student_id
    WHERE x.site_id = b.site_id AND x.booking_id = b.id) AS additional_people
FROM bookings b WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])`;

export async function findExportedOnly(sql: Sql, siteId: string, ids: string[]): Promise<Map<string, ExportedOnly>> {
  const rows = ids.length === 0 ? [] : await sql.rows<ExportedOnly>(EXPORTED_ONLY, [siteId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
