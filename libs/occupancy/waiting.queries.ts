import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { inSql, LIVE_STATUSES } from '#libs/occupancy/live';
import { MOST_WAITING, type WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import { update } from '#libs/core/database/columns';
import { WaitingEntry } from '#libs/occupancy/waiting-entry.entity';

/** Nights of a location that may have become free; all dates are the site's. */
export interface Freed {
  location: string;
  from: string;
  to: string | null;
}

/** A site on a day. */
interface SiteDay {
  siteId: string;
  today: string;
  now: Date;
}

/** Whether the entry `w` has a place or the offer of one. */
const IS_SERVED = `EXISTS (SELECT FROM bookings b WHERE b.site_id = w.site_id AND b.id = w.booking_id
  AND b.status IN ${inSql([...LIVE_STATUSES, 'checked_out'])})`;

/** Whether the entry `w` waits; `today` is an expression. */
export const isWaiting = (today: string): string =>
  `(w.withdrawn_at IS NULL AND (w.ends IS NULL OR w.ends > ${today}) AND NOT ${IS_SERVED})`;

/** The order in which entries `w` are served. */
export const QUEUE = 'w.priority DESC, w.since, w.id';

const WHO = `coalesce((SELECT ${recordName('s')} FROM students s WHERE s.site_id = w.site_id AND s.id = w.student_id), w.name)`;

// So many places are tried for an entry, and so many entries; a house that is emptied in one request has many places that are all free.
const MOST_TRIED = 40;
const MOST_ASKED = 10 * MOST_WAITING;

/** The places `p` that the entry `w` could have in the nights that were freed, as the rest of a query. */
const SUITABLE = `FROM freed f JOIN places p ON p.n = f.n
      WHERE p.location_type_id = w.location_type_id AND nights(f.starts, f.ends) && nights(w.starts, w.ends)
        AND (w.location_id IS NULL OR w.location_id IN (
          WITH RECURSIVE house AS (
            SELECT l.id, l.parent_id FROM locations l WHERE l.site_id = $1 AND l.id = p.id
            UNION ALL SELECT l.id, l.parent_id FROM house h JOIN locations l ON l.site_id = $1 AND l.id = h.parent_id)
          SELECT h.id FROM house h))`;

// A flat is free when its last room is, and with a flat its rooms: locations above and below count, too.
const MATCH = `
WITH RECURSIVE freed AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($2) AS f (n integer, location uuid, starts date, ends date)),
above AS (
  SELECT f.n, l.id, l.parent_id FROM freed f JOIN locations l ON l.site_id = $1 AND l.id = f.location
  UNION SELECT a.n, l.id, l.parent_id FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id),
below AS (
  SELECT f.n, f.location AS id FROM freed f
  UNION SELECT x.n, l.id FROM below x JOIN locations l ON l.site_id = $1 AND l.parent_id = x.id),
places AS MATERIALIZED (
  SELECT x.n, l.id, l.location_type_id FROM (SELECT n, id FROM above UNION SELECT n, id FROM below) x
  JOIN locations l ON l.site_id = $1 AND l.id = x.id AND l.open
  JOIN location_types k ON k.site_id = $1 AND k.id = l.location_type_id AND k.can_be_allocated_to_bookings),
-- Tonight is not free where somebody is late to leave.
late AS MATERIALIZED (SELECT location_id, slot FROM late_stays($1, $3)),
found AS MATERIALIZED (
  SELECT w.*, p.n, p.place FROM (
    SELECT w.* FROM waiting_entries w WHERE w.site_id = $1 AND ${isWaiting('$3::date')} AND EXISTS (SELECT ${SUITABLE})
    ORDER BY ${QUEUE} LIMIT ${MOST_ASKED}) w
  CROSS JOIN LATERAL (
    SELECT c.n, c.place FROM (SELECT p.n, p.id AS place ${SUITABLE} LIMIT ${MOST_TRIED}) c
    WHERE NOT EXISTS (SELECT FROM blocking_holders($1, $3, c.place, greatest(w.starts, $3::date), w.ends, NULL, false, w.id))
      AND (w.starts > $3::date OR NOT EXISTS (
        SELECT FROM places_to_take($1, $3, c.place, $3::date, w.ends, NULL, false, w.id) t JOIN late USING (location_id, slot)))
    LIMIT 1) p
  ORDER BY ${QUEUE} LIMIT ${MOST_WAITING}),
-- An entry that is being changed at this moment is left out instead of being waited for.
noted AS (
  ${update(WaitingEntry, { freedAt: '$4', freedLocationId: 'f.place' }, 'e')} FROM found f
  WHERE e.site_id = $1 AND e.id = f.id AND e.id IN (
    SELECT x.id FROM waiting_entries x WHERE x.site_id = $1 AND x.id IN (SELECT id FROM found) FOR NO KEY UPDATE SKIP LOCKED))
SELECT w.n, w.id AS _id, w.student_id AS person, ${WHO} AS name, w.location_type_id AS location_type, w.location_id AS location_tree,
  w.starts AS "from", w.ends AS "to", w.since, w.priority, w.place AS free_location
FROM found w ORDER BY ${QUEUE}`;

/**
 * The entries that wait for the nights that an operation has made free, by the number of what was freed, in the order of the queue: each entry at
 * most once, and only if a place is free for all of its nights. It is noted with the entries, for the day view.
 */
export async function matchWaiting(sql: Sql, { siteId, today, now }: SiteDay, freed: Freed[]) {
  const matches = freed.map((): WaitingMatchResponse[] => []);
  if (freed.length === 0) return matches;
  const records = freed.map(({ location, from, to }, n) => ({ n, location, starts: from, ends: to }));
  const rows = await sql.rows<WaitingMatchResponse & { n: number }>(MATCH, [
    siteId,
    JSON.stringify(records),
    today,
    now,
  ]);
  for (const { n, ...match } of rows) matches[n]?.push(match);
  return matches;
}

/** The same, of one operation. */
export const matchAllWaiting = async (sql: Sql, day: SiteDay, freed: Freed[]): Promise<WaitingMatchResponse[]> =>
  (await matchWaiting(sql, day, freed)).flat();

const COUNT = `
SELECT count(*) FILTER (WHERE waits)::int AS waiting, count(*) FILTER (WHERE offered)::int AS offered,
  count(*) FILTER (WHERE waits AND freed_at >= $3 AND freed_at < $4)::int AS freed
FROM (SELECT ${isWaiting('$2::date')} AS waits, w.freed_at, w.withdrawn_at IS NULL AND EXISTS (
    SELECT FROM bookings b WHERE b.site_id = w.site_id AND b.id = w.booking_id AND b.status = 'provisional') AS offered
  FROM waiting_entries w WHERE w.site_id = $1 AND w.withdrawn_at IS NULL) w`;

/** How many wait, how many have an offer, and for how many of those who wait nights became free on a day. */
export async function countWaiting(
  sql: Sql,
  { siteId, today, starts, ends }: { siteId: string; today: string; starts: Date; ends: Date },
): Promise<{ waiting: number; offered: number; freed: number }> {
  const [counts] = await sql.rows<{ waiting: number; offered: number; freed: number }>(COUNT, [siteId, today, starts, ends]); // prettier-ignore
  if (!counts) throw new Error('the waiting list was not counted');
  return counts;
}
