import type { Sql } from '#libs/core/database/database';

/** A stay that wants places for a booking: `resident` when somebody moves in at once. */
export interface Stay {
  siteId: string;
  bookingId: string;
  segment: number;
  locationId: string;
  from: string;
  to: string | null;
  resident: boolean;
}

const LOCK = `
SELECT id FROM locations WHERE site_id = $1 AND id = ANY(ARRAY(
  WITH RECURSIVE branch AS (
    SELECT id FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])
    UNION
    SELECT l.id FROM branch b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id
  ) SELECT id FROM branch))
ORDER BY id FOR NO KEY UPDATE`;

/**
 * Locks locations and all below them, in the order of their ids. Whatever changes a range or brings a booking back to
 * life does so first; two such changes then wait for each other instead of deadlocking.
 */
export const lockPlaces = (sql: Sql, siteId: string, locationIds: string[]) =>
  sql.rows(LOCK, [siteId, [...new Set(locationIds)]]);

/** How often a place is tried for that others took at the same moment, while the location has more of them. */
export const ATTEMPTS = 8;

const TAKE = `
WITH wanted AS MATERIALIZED (SELECT * FROM places_to_take($1, $4, nights($5, $6), $7, $2)),
taken AS (
  INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
  SELECT $1, $2, $3, location_id, slot, nights($5, $6), true, $7 FROM wanted ORDER BY location_id, slot
  ON CONFLICT DO NOTHING RETURNING 1)
SELECT (SELECT count(*) FROM wanted) > 0 AND (SELECT count(*) FROM taken) = (SELECT count(*) FROM wanted) AS taken`;

/**
 * Takes every place that a stay needs. False: at least one was not to be had; the caller then rolls back.
 * `ON CONFLICT DO NOTHING` waits for a rival that has not committed yet and never deadlocks.
 */
export async function takePlaces(sql: Sql, stay: Stay): Promise<boolean> {
  const { siteId, bookingId, segment, locationId, from, to, resident } = stay;
  const [row] = await sql.rows<{ taken: boolean }>(TAKE, [siteId, bookingId, segment, locationId, from, to, resident]);
  return row?.taken ?? false;
}

const DROP = 'DELETE FROM occupancies WHERE site_id = $1 AND booking_id = $2 AND segment >= $3';
/** Gives up the places of a booking from a segment on, leaving no trace; the caller takes new ones or rolls back. */
export const dropPlaces = (sql: Sql, siteId: string, bookingId: string, fromSegment: number) =>
  sql.rows(DROP, [siteId, bookingId, fromSegment]);

const CLOSE = `
UPDATE occupancies SET live = false, in_house = false, period = nights(lower(period), coalesce($4::date, upper(period)))
WHERE site_id = $1 AND booking_id = $2 AND segment = $3`;
/** Frees the places of a segment; with a date, from that date on. The rows stay as the history of the stay. */
export const closePlaces = (sql: Sql, siteId: string, bookingId: string, segment: number, endsOn: string | null) =>
  sql.rows(CLOSE, [siteId, bookingId, segment, endsOn]);

export interface Blocker {
  booking_id: string;
  overlaps: boolean;
  status: string;
  contract_start: string;
  contract_end: string | null;
  lead_person_name: string;
}

/** A location that could be had instead. */
export interface FreeLocation {
  _id: string;
  name: string;
  code: string | null;
  floor: string | null;
}

// The neighbours first; of the rest only a handful is tried, so that a refusal stays cheap in a house that is full.
const FREE = `
WITH wanted AS (SELECT id, location_type_id, parent_id FROM locations WHERE site_id = $1 AND id = $2),
candidates AS (
  (SELECT l.* FROM wanted w JOIN locations l ON l.site_id = $1 AND l.parent_id = w.parent_id
   WHERE l.location_type_id = w.location_type_id AND l.active AND l.id <> w.id LIMIT 20)
  UNION ALL
  (SELECT l.* FROM wanted w JOIN locations l ON l.site_id = $1 AND l.location_type_id = w.location_type_id
   WHERE (w.parent_id IS NULL OR l.parent_id IS DISTINCT FROM w.parent_id) AND l.active AND l.id <> w.id LIMIT 20))
SELECT c.id AS _id, c.name, c.code, c.floor FROM candidates c
WHERE NOT EXISTS (SELECT FROM blocking_bookings($1, c.id, nights($3, $4), $5, $6)) LIMIT 3`;

/** Up to three free locations of the same type, for the nights of a stay that was refused. */
export const findFreeLocations = (sql: Sql, { siteId, bookingId, locationId, from, to, resident }: Stay) =>
  sql.rows<FreeLocation>(FREE, [siteId, locationId, from, to, resident, bookingId]);

const BLOCKERS = `
SELECT s.stay, b.id AS booking_id, x.overlaps, b.status, b.contract_start, b.contract_end, p.last_name || ', ' || p.first_name AS lead_person_name
FROM jsonb_to_recordset($2) AS s (stay integer, booking uuid, location uuid, starts date, ends date, resident boolean)
CROSS JOIN LATERAL blocking_bookings($1, s.location, nights(s.starts, s.ends), s.resident, s.booking) x
JOIN bookings b ON b.site_id = $1 AND b.id = x.booking_id
JOIN students p ON p.site_id = $1 AND p.id = b.lead_person_id
ORDER BY s.stay, b.contract_start, b.id`;

const MOST_BLOCKERS = 50;

/** The bookings that stand in the way of each stay, the earliest first, at most 50 a stay; all stays are of one site. */
export async function findAllBlockers(sql: Sql, stays: Stay[]): Promise<Blocker[][]> {
  const found = stays.map((): Blocker[] => []);
  const [first] = stays;
  if (!first) return found;
  const records = stays.map(({ bookingId: booking, locationId: location, from: starts, to: ends, resident }, stay) => ({
    stay,
    booking,
    location,
    starts,
    ends,
    resident,
  }));
  const rows = await sql.rows<Blocker & { stay: number }>(BLOCKERS, [first.siteId, JSON.stringify(records)]);
  for (const { stay, ...blocker } of rows) {
    const blockers = found[stay];
    if (blockers && blockers.length < MOST_BLOCKERS) blockers.push(blocker);
  }
  return found;
}

export const findBlockers = async (sql: Sql, stay: Stay): Promise<Blocker[]> =>
  (await findAllBlockers(sql, [stay])).flat();
