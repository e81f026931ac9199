import { holderName } from '#libs/core/database/record-name';
import type { Sql, Store, Transaction } from '#libs/core/database/transaction';
import { type Role, ROLES, may } from '#libs/accounts/access/permissions';
import { CalendarFeed } from '#libs/calendar-feeds/calendar-feed.entity';
import type { CalendarFeedResponse } from '#libs/calendar-feeds/calendar-feeds.dto';
import { isBelow } from '#libs/locations/below.queries';
import { pathsOf } from '#libs/locations/paths.queries';
import { columnList, columnsAs, insertInto } from '#libs/core/database/columns';

const PUBLISHERS: Role[] = ROLES.filter((role) => may(role, 'calendar_feed.write'));

// A feed shows what its creator may see at the moment of reading.
const MAKER = `JOIN users u ON u.id = f.created_by LEFT JOIN memberships m ON m.site_id = f.site_id AND m.user_id = u.id`;
const IS_ACTIVE = `(u.disabled_at IS NULL AND (u.owner OR coalesce(m.role = ANY ($2), false)))`;

const LIST = `
SELECT ${columnsAs(CalendarFeed, { _id: 'id', location: 'locationId', person: 'studentId', with_names: 'withNames' }, 'f')},
  u.first_name || ' ' || u.last_name AS created_by,
  ${IS_ACTIVE} AS active, ${columnList(CalendarFeed, 'createdAt lastReadAt', 'f')}
FROM calendar_feeds f ${MAKER} WHERE f.site_id = $1 AND ($3::uuid IS NULL OR f.id = $3) ORDER BY f.created_at DESC, f.id`;

/** The feeds of a site, the newest first; with an id that one only. */
export const listFeeds = (sql: Sql, siteId: string, id: string | null = null): Promise<CalendarFeedResponse[]> =>
  sql.rows<CalendarFeedResponse>(LIST, [siteId, PUBLISHERS, id]);

const INSERT = `
${insertInto(CalendarFeed, 'siteId id locationId studentId withNames tokenHash createdBy createdAt')}
SELECT $1, $2, $3, $4, $5, $6, $7, $8
WHERE ($3::uuid IS NULL OR EXISTS (SELECT FROM locations l WHERE l.site_id = $1 AND l.id = $3 FOR KEY SHARE))
  AND ($4::uuid IS NULL OR EXISTS (SELECT FROM students s WHERE s.site_id = $1 AND s.id = $4 AND s.deleted_at IS NULL FOR KEY SHARE))
RETURNING id`;

interface NewFeed {
  siteId: string;
  id: string;
  location: string | null;
  person: string | null;
  withNames: boolean;
  hash: Buffer;
  by: string;
  at: Date;
}

/** Adds a feed; false when the site has no such location or person. */
export async function insertFeed(sql: Sql, feed: NewFeed): Promise<boolean> {
  const { siteId, id, location, person, withNames, hash, by, at } = feed;
  return (await sql.rows(INSERT, [siteId, id, location, person, withNames, hash, by, at])).length > 0;
}

/** False when there is no such feed. */
export const removeFeed = async (tx: Transaction, siteId: string, id: string): Promise<boolean> =>
  Boolean((await tx.repository(CalendarFeed).delete({ siteId, id })).affected);

const FIND = `
SELECT ${columnList(CalendarFeed, 'siteId id locationId studentId withNames', 'f')}, h.name AS site_name, h.time_zone, l.name AS location_name,
  trim(s.first_name || ' ' || s.last_name) AS person_name,
  f.last_read_at IS NULL OR f.last_read_at <= $3::timestamptz - interval '1 hour' AS read_is_news
FROM calendar_feeds f ${MAKER} JOIN sites h ON h.id = f.site_id
LEFT JOIN locations l ON l.site_id = f.site_id AND l.id = f.location_id
LEFT JOIN students s ON s.site_id = f.site_id AND s.id = f.student_id
WHERE f.token_hash = $1 AND ${IS_ACTIVE} AND s.deleted_at IS NULL`;

export interface FoundFeed {
  site_id: string;
  id: string;
  location_id: string | null;
  student_id: string | null;
  with_names: boolean;
  site_name: string;
  time_zone: string;
  location_name: string | null;
  person_name: string | null;
  read_is_news: boolean;
}

/** The feed of a token, while its maker may still have it. */
export const findFeed = async (sql: Sql, hash: Buffer, now: Date): Promise<FoundFeed | undefined> =>
  (await sql.rows<FoundFeed>(FIND, [hash, PUBLISHERS, now]))[0];

export const noteRead = (store: Store, { site_id: siteId, id }: FoundFeed, now: Date) =>
  store.repository(CalendarFeed).update({ siteId, id }, { lastReadAt: now });

/** An arrival or a departure. */
export interface CalendarDay {
  booking_id: string;
  kind: 'arrival' | 'departure';
  day: string;
  reference: string;
  status: string;
  version: number;
  updated_at: string;
  code: string | null;
  path: string;
  /** The person who arrives or leaves: the lead person, or a block booking that has not named one. */
  called: string;
}

const DAYS = `
WITH ${pathsOf('$1')},
stays AS (
  SELECT b.* FROM bookings b WHERE b.site_id = $1 AND b.status IN ('provisional', 'confirmed', 'checked_in', 'checked_out')
    AND ($2::uuid IS NULL OR ${isBelow('b.location_id', '$1', '$2')})
    AND ($3::uuid IS NULL OR b.lead_person_id = $3 OR EXISTS (
      SELECT FROM booking_people x WHERE x.site_id = $1 AND x.booking_id = b.id AND x.student_id = $3)))
SELECT b.id AS booking_id, e.kind, e.day, b.reference, b.status, b.version, b.updated_at, p.code, p.path,
  coalesce(trim(s.first_name || ' ' || s.last_name), ${holderName('b', 's')}) AS called
FROM stays b
CROSS JOIN LATERAL (VALUES ('arrival', b.contract_start), ('departure', b.contract_end)) AS e (kind, day)
JOIN paths p ON p.id = b.location_id
LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id
WHERE e.day BETWEEN $4 AND $5
ORDER BY e.day, e.kind, p.path, b.id LIMIT $6`;

/** The arrivals and departures of a feed between two days, the earliest first, and at most so many. */
export const listDays = (sql: Sql, feed: FoundFeed, from: string, to: string, most: number): Promise<CalendarDay[]> =>
  sql.rows<CalendarDay>(DAYS, [feed.site_id, feed.location_id, feed.student_id, from, to, most]);
