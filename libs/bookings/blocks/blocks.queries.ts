import type { SiteAccess } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';
import { pageOf } from '#libs/core/database/page-of';
import type { BookingStatus } from '#libs/bookings/booking-status';

export interface BlockRow {
  _id: string;
  site: string;
  name: string;
  notes: string | null;
  created_at: string;
  created_by: string | null;
  counts: Partial<Record<BookingStatus, number>>;
}

const INSERT = `
INSERT INTO block_bookings (site_id, id, name, notes, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6)`;

export const insertBlock = (
  sql: Sql,
  { site, caller }: SiteAccess,
  id: string,
  block: { name: string; notes?: string | null },
  now: Date,
) => sql.rows(INSERT, [site.id, id, block.name, block.notes || null, now, caller.userId]);

const DROP = 'DELETE FROM block_bookings WHERE site_id = $1 AND id = $2';
/** Removes a block that no booking came to belong to. */
export const dropBlock = (sql: Sql, siteId: string, id: string) => sql.rows(DROP, [siteId, id]);

const COLUMNS = `
k.id AS _id, k.site_id AS site, k.name, k.notes, k.created_at, k.created_by,
(SELECT coalesce(jsonb_object_agg(c.status, c.n), '{}') FROM (
  SELECT b.status, count(*) AS n FROM bookings b WHERE b.site_id = k.site_id AND b.block_booking_id = k.id GROUP BY b.status) c) AS counts`;

const LIST = `
SELECT t.total, p.* FROM (SELECT count(*)::int AS total FROM block_bookings WHERE site_id = $1) t
LEFT JOIN LATERAL (
  SELECT ${COLUMNS} FROM block_bookings k WHERE k.site_id = $1 ORDER BY k.created_at DESC, k.id DESC LIMIT $2 OFFSET $3) p ON true`;

/** A page of a site's block bookings, the newest first. */
export async function listBlocks(sql: Sql, siteId: string, limit: number, skip: number) {
  const rows = await sql.rows<BlockRow & { total: number }>(LIST, [siteId, limit, skip]);
  return pageOf<BlockRow>(rows, '_id');
}

const FIND = `SELECT ${COLUMNS} FROM block_bookings k WHERE k.site_id = $1 AND k.id = $2`;
export const findBlock = async (sql: Sql, siteId: string, id: string) =>
  (await sql.rows<BlockRow>(FIND, [siteId, id]))[0];
