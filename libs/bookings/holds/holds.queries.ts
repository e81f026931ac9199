import type { Sql } from '#libs/core/database/transaction';
import { columnList, update } from '#libs/core/database/columns';
import { Booking } from '#libs/bookings/booking.entity';

const DUE = `
SELECT s.id AS "siteId", s.time_zone AS "timeZone", array_agg(b.id) AS ids
FROM (SELECT site_id, id FROM bookings WHERE status = 'provisional' AND hold_until <= $1 ORDER BY hold_until, id LIMIT $2) b
JOIN sites s ON s.id = b.site_id GROUP BY s.id`;

/** The bookings of a site whose holds are over. */
export interface EndedHolds {
  siteId: string;
  timeZone: string;
  ids: string[];
}

/** The bookings whose holds are over, by site, at most so many in all. */
export const findEndedHolds = (sql: Sql, now: Date, most: number): Promise<EndedHolds[]> =>
  sql.rows<EndedHolds>(DUE, [now, most]);

// A hold of a day or less was made knowing that it ends soon.
const ENDING = `
WITH ending AS MATERIALIZED (
  SELECT site_id, id FROM bookings
  WHERE status = 'provisional' AND hold_until > $1 AND hold_until <= $1::timestamptz + interval '1 day' AND hold_warned_at IS NULL
  ORDER BY site_id, id LIMIT $2 FOR UPDATE SKIP LOCKED),
warned AS (
  ${update(Booking, { holdWarnedAt: '$1' }, 'b')} FROM ending e WHERE b.site_id = e.site_id AND b.id = e.id
  RETURNING ${columnList(Booking, 'siteId reference holdUntil createdBy', 'b')}, b.hold_until > b.created_at + interval '1 day' AS is_news)
SELECT u.id AS "userId", u.email, s.name AS site, s.time_zone AS "timeZone", count(*)::int AS count, min(w.hold_until) AS first,
  (array_agg(w.reference ORDER BY w.hold_until, w.reference))[:10] AS "references"
FROM warned w
JOIN sites s ON s.id = w.site_id
JOIN users u ON u.id = w.created_by AND u.disabled_at IS NULL
WHERE w.is_news AND (u.owner OR EXISTS (SELECT FROM memberships m WHERE m.site_id = w.site_id AND m.user_id = u.id))
GROUP BY u.id, s.id`;

/** The holds that a user made in a site and that end within a day: how many, and the first ten. */
export interface EndingHolds {
  userId: string;
  email: string;
  site: string;
  timeZone: string;
  count: number;
  first: string;
  references: string[];
}

/** Marks holds that end within a day as announced, at most so many, and returns the recipients. */
export const markEndingHolds = (sql: Sql, now: Date, most: number): Promise<EndingHolds[]> =>
  sql.rows<EndingHolds>(ENDING, [now, most]);
