import type { Actor } from '#libs/accounts/access/access';
import { among } from '#libs/core/database/among';
import type { Database, Sql } from '#libs/core/database/database';
import type { Cause } from '#libs/bookings/booking-trail';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { selectFacts } from '#libs/bookings/bookings.queries';

/** The ids that a booking refers to. Malformed ones never reach SQL. */
export interface References {
  siteId: string;
  location: string;
  people: string[];
  flags: string[];
  block: string | null;
}

export interface KnownReferences {
  active: boolean;
  allocatable: boolean;
  has_children: boolean;
  people: string[];
  flags: string[];
  block: boolean;
}

// KEY SHARE: a person cannot be deleted, nor the tree above the room rebuilt, before this booking is in or given up.
const LOCK_REFERENCES = `
WITH people AS (
  SELECT id FROM students WHERE site_id = $1 AND id = ${among('$3')} AND deleted_at IS NULL ORDER BY id FOR KEY SHARE),
marks AS (SELECT id FROM flags WHERE site_id = $1 AND id = ${among('$4')} ORDER BY id FOR KEY SHARE)
SELECT l.active, t.can_be_allocated_to_bookings AS allocatable,
  has_more_below($1, l.id) AS has_children,
  ARRAY(SELECT id FROM people) AS people,
  ARRAY(SELECT id FROM marks) AS flags,
  $5::uuid IS NULL OR EXISTS (SELECT FROM block_bookings k WHERE k.site_id = $1 AND k.id = $5) AS block
FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
WHERE l.site_id = $1 AND l.id = $2 FOR KEY SHARE OF l, t`;

const FIND_REFERENCES = LOCK_REFERENCES.replaceAll(/ FOR KEY SHARE( OF l, t)?/g, '');

/** Reads what a booking refers to, and locks it unless told otherwise; undefined when there is no such location. */
export async function findReferences(
  sql: Sql,
  { siteId, location, people, flags, block }: References,
  { lock = true } = {},
) {
  const text = lock ? LOCK_REFERENCES : FIND_REFERENCES;
  return (await sql.rows<KnownReferences>(text, [siteId, location, people, flags, block]))[0];
}

export interface NewBooking {
  siteId: string;
  id: string;
  transactionId: string;
  leadPerson: string;
  additionalPeople: string[];
  location: string;
  status: string;
  contractStart: string;
  contractEnd: string | null;
  vehicleRegistration: string | null;
  parkingExpiryAt: Date | null;
  departureSlotAt: Date | null;
  flags: string[];
  notes: string | null;
  block: string | null;
  source: 'manual' | 'bulk' | 'import';
  now: Date;
  /** The site's date now. */
  today: string;
  userId: string | null;
  actor: Actor;
  requestId: string | null;
  cause: Cause | null;
}

/** What writes a booking that gets all of the `places` it wants. */
const create = (places: string) => `
WITH wanted AS MATERIALIZED (${places}),
taken AS (
  INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
  SELECT $1, $2, 1, location_id, slot, nights($8, $9), true, $7 = 'checked_in' FROM wanted ORDER BY location_id, slot
  ON CONFLICT DO NOTHING RETURNING 1),
complete AS (SELECT FROM (SELECT count(*) AS n FROM wanted) w, (SELECT count(*) AS n FROM taken) t WHERE w.n > 0 AND w.n = t.n),
b AS (
  INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
    segment_from, checked_in_at, vehicle_registration, parking_expiry_at, departure_slot_at, notes, block_booking_id, source,
    created_at, created_by, updated_at, updated_by)
  SELECT $1, $2, $4, $6, $7, $8, $9, $8, $9, $8, CASE WHEN $7 = 'checked_in' THEN $16::timestamptz END, $10, $11, $12, $13, $14, $15,
    $16, $17, $16, $17
  FROM complete RETURNING *),
people AS (
  INSERT INTO booking_people (site_id, booking_id, student_id, position)
  SELECT $1, $2, u.id, u.position FROM complete, unnest($5::uuid[]) WITH ORDINALITY AS u (id, position)),
flags AS (
  INSERT INTO booking_flags (site_id, booking_id, flag_id, position)
  SELECT $1, $2, u.id, u.position FROM complete, unnest($20::uuid[]) WITH ORDINALITY AS u (id, position)),
trail AS (
  INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, to_status, occurred_at, recorded_at, actor_type, actor_id,
    actor_name, request_id, cause_kind, cause_id)
  SELECT $1, $2, 1, $3, 'created', $7, $16, $16, $24, $25::uuid, $18, $19, $21, $22::uuid FROM complete)
${selectFacts({
  bookings: 'b',
  today: '$23',
  others: 'SELECT unnest($5::uuid[])',
  last: `SELECT 'created' AS type, NULL::text AS from_status, b.status AS to_status, b.created_at AS occurred_at, b.created_at AS recorded_at`,
})}`;

// A location with others below it is not taken before all of them are locked.
const PLACES = `SELECT * FROM places_to_take($1, $6, nights($8, $9), $7 = 'checked_in', $2)`;
const CREATE_LOCKED = create(PLACES);
const CREATE = create(`${PLACES} WHERE NOT has_more_below($1, $6)`);

const PEOPLE = `SELECT FROM students WHERE site_id = $1 AND (id = $4 OR id = ${among('$5')}) AND deleted_at IS NULL FOR KEY SHARE`;
const MARKS = `SELECT FROM flags WHERE site_id = $1 AND id = ${among('$20')} FOR KEY SHARE`;

const CREATE_AT_ONCE = create(`
  SELECT * FROM place_to_book($1, $6, nights($8, $9), $2)
  WHERE (SELECT count(*) FROM (${PEOPLE}) p) = 1 + cardinality($5::uuid[])
    AND (SELECT count(*) FROM (${MARKS}) m) = cardinality($20::uuid[])
    AND ($14::uuid IS NULL OR EXISTS (SELECT FROM block_bookings k WHERE k.site_id = $1 AND k.id = $14))`);

/**
 * Writes a booking with its places, people, flags and first trail entry, and answers it with its facts, in one statement;
 * undefined when a place was not to be had, or when there are places below the location that the caller has not locked.
 */
export async function createBooking(
  sql: Sql,
  booking: NewBooking,
  { locked = false } = {},
): Promise<BookingFactsRow | undefined> {
  const [row] = await sql.rows<BookingFactsRow>(locked ? CREATE_LOCKED : CREATE, valuesOf(booking));
  return row && withOwn(row, booking);
}

/**
 * Writes a booking of a room with nothing below it, which nobody moves into yet, and answers it with its facts: all of it
 * in one statement and one transaction. Undefined, and nothing written, when anything is in the way.
 */
export async function createAtOnce(database: Database, booking: NewBooking): Promise<BookingFactsRow | undefined> {
  const [row] = await database.write<BookingFactsRow>(CREATE_AT_ONCE, valuesOf(booking));
  return row && withOwn(row, booking);
}

const valuesOf = (b: NewBooking) => [
  b.siteId, b.id, b.transactionId, b.leadPerson, b.additionalPeople, b.location, b.status, b.contractStart, b.contractEnd,
  b.vehicleRegistration, b.parkingExpiryAt, b.departureSlotAt, b.notes, b.block, b.source, b.now, b.userId, b.actor.name,
  b.requestId, b.flags, b.cause?.kind ?? null, b.cause?.id ?? null, b.today, b.actor.type, b.actor.id,
]; // prettier-ignore

const withOwn = (row: BookingFactsRow, { additionalPeople, flags }: NewBooking): BookingFactsRow => ({
  ...row,
  additional_people: additionalPeople,
  flags,
});
