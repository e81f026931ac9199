import { holderName } from '#libs/core/database/record-name';
import { pipelined, type Sql } from '#libs/core/database/transaction';

/** A stay that wants places for a booking. Dates are the site's. */
export interface Stay {
  siteId: string;
  /** The site's date now: somebody who is still in house has every night until it. */
  today: string;
  bookingId: string;
  segment: number;
  locationId: string;
  from: string;
  /** From when it would have its nights if somebody who has not left did not have them until `from`. */
  since?: string | undefined;
  to: string | null;
  /** Whether somebody moves in at once. */
  resident: boolean;
  /** Nights for cleaning after it; null: as many as the type of the location says. */
  turnaround: number | null;
  /** How many it is given again if nobody needs the place before; unless that is more, there is nothing to give. */
  owed?: number | null | undefined;
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

/** What keeps a stay from a place: others hold it, stayed there, closed it, clean it, or still live there. */
export type BlockerKind = 'booking' | 'stay' | 'closure' | 'turnaround' | 'occupied';

/** A booking or a closure in the way. Of a closure there are only the ids, the dates and the reason. */
export interface Blocker {
  booking_id: string | null;
  closure_id: string | null;
  kind: BlockerKind;
  in_house: boolean;
  /** Whether the place would be free if the resident checked out today. */
  leaves_room: boolean;
  status: string | null;
  contract_start: string | null;
  contract_end: string | null;
  lead_person_name: string | null;
  closure: { from: string; to: string | null; kind: string; reason: string | null } | null;
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
   WHERE l.location_type_id = w.location_type_id AND l.open AND l.id <> w.id LIMIT 20)
  UNION ALL
  (SELECT l.* FROM wanted w JOIN locations l ON l.site_id = $1 AND l.location_type_id = w.location_type_id
   WHERE (w.parent_id IS NULL OR l.parent_id IS DISTINCT FROM w.parent_id) AND l.open AND l.id <> w.id LIMIT 20))
SELECT c.id AS _id, c.name, c.code, c.floor FROM candidates c
WHERE NOT EXISTS (SELECT FROM blocking_holders($1, $7, c.id, $3, $4, $8, $5, $6)) LIMIT 3`;

/** Up to three free locations of the same type, for the nights of a stay that was refused. */
export const findFreeLocations = (sql: Sql, stay: Stay) =>
  sql.rows<FreeLocation>(FREE, [
    stay.siteId,
    stay.locationId,
    stay.from,
    stay.to,
    stay.resident,
    stay.bookingId,
    stay.today,
    stay.turnaround,
  ]);

// What a resident who checks out today keeps: the nights that were spent, and after them those for cleaning. A planned move is not kept.
const LEAVES_ROOM = `
b.status IS NOT DISTINCT FROM 'checked_in' AND NOT EXISTS (
  SELECT FROM occupancies o
  JOIN locations home ON home.site_id = $1 AND home.id = coalesce(o.part_of, o.location_id)
  JOIN location_types cleaned ON cleaned.site_id = $1 AND cleaned.id = home.location_type_id
  WHERE o.site_id = $1 AND o.booking_id = x.holder_id AND o.live AND o.segment <= b.segment AND lower(o.period) < s.today
    AND o.location_id IN (SELECT location_id FROM allocatable_below($1, s.location))
    AND nights(s.starts, s.ends) && nights(lower(o.period), CASE
      WHEN o.in_house THEN s.today + coalesce(b.turnaround_days, cleaned.turnaround_days)
      ELSE upper(o.period) END))`;

const blockers = (found: (values: string) => string) => `
SELECT s.stay, b.id AS booking_id, c.id AS closure_id, x.kind, x.in_house, ${LEAVES_ROOM} AS leaves_room, b.status, b.contract_start, b.contract_end,
  ${holderName('b', 'p')} AS lead_person_name,
  CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('from', c.starts, 'to', c.ends, 'kind', c.kind, 'reason', c.reason) END AS closure
FROM jsonb_to_recordset($2)
  AS s (stay integer, today date, booking uuid, location uuid, starts date, ends date, resident boolean, turnaround smallint)
CROSS JOIN LATERAL ${found('$1, s.today, s.location, s.starts, s.ends, s.turnaround, s.resident, s.booking')} x
LEFT JOIN bookings b ON b.site_id = $1 AND b.id = x.holder_id
LEFT JOIN students p ON p.site_id = $1 AND p.id = b.lead_person_id
LEFT JOIN closures c ON x.kind = 'closure' AND c.site_id = $1 AND c.id = x.holder_id
ORDER BY s.stay, b.contract_start, b.id, c.starts, c.id`;

const BLOCKERS = blockers((values) => `blocking_holders(${values})`);
// A place cannot be closed for tonight either, where somebody is late to leave it.
const HOLDERS = blockers(
  (values) => `(
  SELECT DISTINCT ON (h.holder_id) h.* FROM (
    SELECT * FROM holders_below(${values})
    UNION ALL
    SELECT l.booking_id, 'stay', true FROM late_stays($1, s.today) l
    WHERE l.nights && nights(s.starts, s.ends) AND l.location_id IN (SELECT location_id FROM allocatable_below($1, s.location))) h
  ORDER BY h.holder_id)`,
);

/** So many of those in the way are named at most. */
export const MOST_BLOCKERS = 50;

/** What is in the way of each stay, the earliest first, at most 50 per stay, or as many as are asked for; all stays are of one site. */
export const findAllBlockers = (sql: Sql, stays: Stay[], most = MOST_BLOCKERS): Promise<Blocker[][]> =>
  findAll(sql, BLOCKERS, stays, most);

export const findBlockers = async (sql: Sql, stay: Stay, most = MOST_BLOCKERS): Promise<Blocker[]> =>
  (await findAllBlockers(sql, [stay], most)).flat();

/** Everything that has a place at a location or below it in the nights of a stay, the earliest first, at most 50. */
export const findHolders = async (sql: Sql, stay: Stay): Promise<Blocker[]> =>
  (await findAll(sql, HOLDERS, [stay])).flat();

async function findAll(sql: Sql, query: string, stays: Stay[], most = MOST_BLOCKERS): Promise<Blocker[][]> {
  const found = stays.map((): Blocker[] => []);
  const [first] = stays;
  if (!first) return found;
  const records = stays.map((stay, index) => ({
    stay: index,
    today: stay.today,
    booking: stay.bookingId,
    location: stay.locationId,
    starts: stay.from,
    ends: stay.to,
    resident: stay.resident,
    turnaround: stay.turnaround,
  }));
  const rows = await sql.rows<Blocker & { stay: number }>(query, [first.siteId, JSON.stringify(records)]);
  for (const { stay, ...blocker } of rows) {
    const blockers = found[stay];
    if (blockers && blockers.length < most) blockers.push(blocker);
  }
  return found;
}

/** What is in the way of a stay, and which locations are free instead; none when nothing is in the way. */
export async function findRivals(
  sql: Sql,
  stay: Stay,
  free = pipelined(findFreeLocations(sql, stay)),
): Promise<{ blockers: Blocker[]; free: FreeLocation[] }> {
  const blockers = await findBlockers(sql, stay);
  return { blockers, free: blockers.length > 0 ? await free : [] };
}
