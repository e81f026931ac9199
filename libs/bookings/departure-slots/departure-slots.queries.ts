import type { Sql, Transaction } from '#libs/core/database/transaction';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { inSql } from '#libs/occupancy/live';
import { insertInto, setFrom } from '#libs/core/database/columns';
import { DepartureSlot } from '#libs/bookings/departure-slots/departure-slot.entity';

/** A slot as it is stored. `location` is null for one of the whole site. */
export interface StoredSlot {
  id: string;
  location: string | null;
  on: string;
  at: string;
  capacity: number;
}

const SLOT = 's.id, s.location_id AS location, s.day AS on, s.at, s.capacity';

// The levels above a location, itself first and the site last.
const LEVELS = (site: string, location: string) => `
  WITH RECURSIVE up AS (
    SELECT l.id, l.parent_id, 0 AS level FROM locations l WHERE l.site_id = ${site} AND l.id = ${location}
    UNION ALL SELECT l.id, l.parent_id, u.level + 1 FROM up u JOIN locations l ON l.site_id = ${site} AND l.id = u.parent_id)
  SELECT id, level FROM up UNION ALL SELECT NULL, 1000`;

/**
 * The slots of a day that are meant for a location: those of the nearest level above it that has any. All three are
 * expressions of SQL.
 */
const SLOTS_FOR = (site: string, location: string, day: string) => `
  SELECT x.* FROM (
    SELECT s.*, v.level, min(v.level) OVER () AS nearest FROM (${LEVELS(site, location)}) v
    JOIN departure_slots s ON s.site_id = ${site} AND s.day = ${day} AND s.location_id IS NOT DISTINCT FROM v.id) x
  WHERE x.level = x.nearest`;

const OFFERED = `
SELECT w.n, ${SLOT} FROM jsonb_to_recordset($2) AS w (n integer, location uuid, day date)
CROSS JOIN LATERAL (${SLOTS_FOR('$1', 'w.location', 'w.day')}) s ORDER BY w.n, s.at`;

/** The slots that each location is offered on a day, in the order of time; none where there are no slots. */
export async function findOfferedSlots(
  sql: Sql,
  siteId: string,
  wanted: { location: string; day: string }[],
): Promise<StoredSlot[][]> {
  const numbered = JSON.stringify(wanted.map((each, n) => ({ n, ...each })));
  const rows = await sql.rows<StoredSlot & { n: number }>(OFFERED, [siteId, numbered]);
  const offered = wanted.map((): StoredSlot[] => []);
  for (const { n, ...slot } of rows) offered[n]?.push(slot);
  return offered;
}

const LOCK = `SELECT s.id FROM departure_slots s WHERE s.site_id = $1 AND s.id = ANY($2::uuid[]) ORDER BY s.id FOR NO KEY UPDATE`;

/** Locks slots, so that no other booking takes a place in them meanwhile; returns those that still exist. */
export const lockSlots = async (tx: Transaction, siteId: string, ids: string[]): Promise<Set<string>> =>
  new Set((await tx.rows<{ id: string }>(LOCK, [siteId, ids])).map(({ id }) => id));

const TAKEN = `
SELECT x.id, count(*)::int AS taken
FROM (SELECT DISTINCT s.day, s.at FROM departure_slots s WHERE s.site_id = $1 AND s.id = ANY($2::uuid[])) t
JOIN bookings b ON b.site_id = $1 AND b.departure_slot_at = t.at AND b.status NOT IN ${inSql(CALLED_OFF)} AND b.id <> ALL($3::uuid[])
CROSS JOIN LATERAL (${SLOTS_FOR('$1', 'b.location_id', 't.day')}) x
WHERE x.at = b.departure_slot_at AND x.id = ANY($2::uuid[]) GROUP BY x.id`;

/** How many bookings, other than some, have a place in each of some slots; slots without bookings are omitted. */
export async function countTaken(
  sql: Sql,
  siteId: string,
  ids: string[],
  except: string[] = [],
): Promise<Map<string, number>> {
  const rows = await sql.rows<{ id: string; taken: number }>(TAKEN, [siteId, ids, except]);
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

const LIST = `
SELECT ${SLOT} FROM departure_slots s LEFT JOIN locations l ON l.site_id = s.site_id AND l.id = s.location_id
WHERE s.site_id = $1 AND s.day BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR s.location_id = $4)
ORDER BY s.day, l.name COLLATE natural_order NULLS FIRST, s.location_id, s.at`;

/** The slots of some days, those of the site before those of each building. */
export const listSlots = (
  sql: Sql,
  siteId: string,
  { on, until, location }: { on: string; until: string; location?: string | undefined },
) => sql.rows<StoredSlot>(LIST, [siteId, on, until, location ?? null]);

// Requests that set the slots of one site run one after the other. Bookings do not wait.
const LOCK_SITE = `SELECT pg_advisory_xact_lock(hashtextextended('departure_slots/' || $1, 0))`;

const OWN = `SELECT ${SLOT} FROM departure_slots s
WHERE s.site_id = $1 AND s.day BETWEEN $2 AND $3 AND s.location_id IS NOT DISTINCT FROM $4::uuid ORDER BY s.id FOR NO KEY UPDATE`;

/** Locks the slots of some days that are of a location itself, or of the whole site. */
export async function lockOwnSlots(
  tx: Transaction,
  siteId: string,
  { on, until, location }: { on: string; until: string; location: string | null },
): Promise<StoredSlot[]> {
  await tx.rows(LOCK_SITE, [siteId]);
  return tx.rows<StoredSlot>(OWN, [siteId, on, until, location]);
}

const REMOVE = 'DELETE FROM departure_slots WHERE site_id = $1 AND id = ANY($2::uuid[])';
const WRITE = `
${insertInto(DepartureSlot, 'siteId id locationId day at capacity')}
SELECT $1, r.id, r.location, r.on, r.at, r.capacity
FROM jsonb_to_recordset($2) AS r (id uuid, location uuid, "on" date, at timestamptz, capacity integer)
ON CONFLICT (site_id, id) DO UPDATE SET ${setFrom(DepartureSlot, 'capacity', 'excluded')}`;

/** Removes slots, and writes others: new ones, and those that have another capacity. */
export async function writeSlots(tx: Transaction, siteId: string, gone: string[], slots: StoredSlot[]): Promise<void> {
  if (gone.length > 0) await tx.rows(REMOVE, [siteId, gone]);
  if (slots.length > 0) await tx.rows(WRITE, [siteId, JSON.stringify(slots)]);
}
