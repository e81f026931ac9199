import { actorOf, type Caller } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/database';
import type { BookingRow } from '#libs/bookings/booking-rows';
import type { BookingStatus } from '#libs/bookings/booking-status';
import type { Cause } from '#libs/bookings/booking-trail';

const LOCK = `
SELECT 'person' AS kind, id, NULL::boolean AS active, NULL::boolean AS allocatable FROM (
  SELECT id FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE) people
UNION ALL
SELECT 'location', id, active, allocatable FROM (
  SELECT l.id, l.active, t.can_be_allocated_to_bookings AS allocatable
  FROM locations l JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
  WHERE l.site_id = $1 AND l.id = ANY($3::uuid[]) ORDER BY l.id FOR KEY SHARE OF l, t) places
UNION ALL
SELECT 'flag', id, NULL, NULL FROM (
  SELECT id FROM flags WHERE site_id = $1 AND id = ANY($4::uuid[]) ORDER BY id FOR KEY SHARE) marks`;

export interface KnownReferences {
  people: ReadonlySet<string>;
  locations: ReadonlyMap<string, { active: boolean; allocatable: boolean }>;
  flags: ReadonlySet<string>;
}

/** Locks everything that many bookings refer to, and answers what there is of it. */
export async function lockAllReferences(
  sql: Sql,
  siteId: string,
  { people, locations, flags }: { people: string[]; locations: string[]; flags: string[] },
): Promise<KnownReferences> {
  const rows = await sql.rows<{ kind: string; id: string; active: boolean; allocatable: boolean }>(LOCK, [
    siteId,
    people,
    locations,
    flags,
  ]);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    people: new Set(of('person').map(({ id }) => id)),
    locations: new Map(of('location').map((row) => [row.id, row])),
    flags: new Set(of('flag').map(({ id }) => id)),
  };
}

/** A booking whose places are taken, to be written. */
export interface PlacedBooking {
  id: string;
  leadPerson: string;
  additionalPeople: string[];
  location: string;
  status: string;
  contractStart: string;
  contractEnd: string | null;
  vehicleRegistration: string | null;
  parkingExpiryAt: Date | null;
  departureSlotAt: Date | null;
  checkedInAt: Date | null;
  checkedOutAt: Date | null;
  flags: string[];
  notes: string | null;
  block: string | null;
  cause: Cause;
}

const CREATE = `
WITH given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($2) AS r (id uuid, lead_person uuid, additional_people uuid[], location uuid, status text,
    contract_start date, contract_end date, vehicle_registration text, parking_expiry_at timestamptz, departure_slot_at timestamptz,
    checked_in_at timestamptz, checked_out_at timestamptz, flags uuid[], notes text, block uuid, cause_kind text, cause_id uuid)),
b AS (
  INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
    segment_from, checked_in_at, checked_out_at, vehicle_registration, parking_expiry_at, departure_slot_at, notes, block_booking_id, source,
    created_at, created_by, updated_at, updated_by)
  SELECT $1, g.id, g.lead_person, g.location, g.status, g.contract_start, g.contract_end, g.contract_start, g.contract_end,
    g.contract_start, g.checked_in_at, g.checked_out_at, g.vehicle_registration, g.parking_expiry_at,
    g.departure_slot_at, g.notes, g.block, $4, $3, $5, $3, $5
  FROM given g RETURNING id, reference),
people AS (
  INSERT INTO booking_people (site_id, booking_id, student_id, position)
  SELECT $1, g.id, p.id, p.position FROM given g, unnest(g.additional_people) WITH ORDINALITY AS p (id, position)),
flags AS (
  INSERT INTO booking_flags (site_id, booking_id, flag_id, position)
  SELECT $1, g.id, f.id, f.position FROM given g, unnest(g.flags) WITH ORDINALITY AS f (id, position)),
trail AS (
  INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, to_status, occurred_at, recorded_at, actor_type, actor_id,
    actor_name, request_id, cause_kind, cause_id)
  SELECT $1, g.id, 1, uuidv7(), 'created', g.status, $3, $3, $8, $9::uuid, $6, $7, g.cause_kind, g.cause_id FROM given g)
SELECT id, reference FROM b`;

/**
 * Writes bookings with their people, flags and first trail entries, in one statement, however many they are. Answers the
 * reference of each.
 */
export async function createBookings(
  sql: Sql,
  siteId: string,
  bookings: PlacedBooking[],
  { source, caller, now }: { source: 'bulk' | 'import'; caller: Caller; now: Date },
): Promise<Map<string, string>> {
  if (bookings.length === 0) return new Map();
  // What is not given need not be sent.
  const records = JSON.stringify(bookings.map(recordOf), (_, value: unknown) => value ?? undefined);
  const actor = actorOf(caller);
  const by = [caller.userId, actor.name, caller.requestId, actor.type, actor.id];
  const rows = await sql.rows<{ id: string; reference: string }>(CREATE, [siteId, records, now, source, ...by]);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** A booking as it was just written: but for its reference, all of it was given. */
export const newRow = (
  booking: Omit<PlacedBooking, 'cause'>,
  reference: string,
  { siteId, source, caller, now }: { siteId: string; source: 'bulk' | 'import'; caller: Caller; now: Date },
): BookingRow => ({
  _id: booking.id,
  site: siteId,
  reference,
  lead_person: booking.leadPerson,
  additional_people: booking.additionalPeople,
  location: booking.location,
  status: booking.status as BookingStatus,
  contract_start: booking.contractStart,
  contract_end: booking.contractEnd,
  occupied_from: booking.contractStart,
  occupied_to: booking.contractEnd,
  checked_in_at: booking.checkedInAt?.toISOString() ?? null,
  checked_out_at: booking.checkedOutAt?.toISOString() ?? null,
  cancelled_at: null,
  no_show_at: null,
  cancellation_code: null,
  cancellation_reason: null,
  vehicle_registration: booking.vehicleRegistration,
  parking_expiry_at: booking.parkingExpiryAt?.toISOString() ?? null,
  departure_slot_at: booking.departureSlotAt?.toISOString() ?? null,
  flags: booking.flags,
  notes: booking.notes,
  block_booking: booking.block,
  source,
  version: 1,
  created_at: now.toISOString(),
  created_by: caller.userId,
  updated_at: now.toISOString(),
  updated_by: caller.userId,
});

const recordOf = (booking: PlacedBooking) => ({
  id: booking.id,
  lead_person: booking.leadPerson,
  additional_people: booking.additionalPeople,
  location: booking.location,
  status: booking.status,
  contract_start: booking.contractStart,
  contract_end: booking.contractEnd,
  vehicle_registration: booking.vehicleRegistration,
  parking_expiry_at: booking.parkingExpiryAt,
  departure_slot_at: booking.departureSlotAt,
  checked_in_at: booking.checkedInAt,
  checked_out_at: booking.checkedOutAt,
  flags: booking.flags,
  notes: booking.notes,
  block: booking.block,
  cause_kind: booking.cause.kind,
  cause_id: booking.cause.id,
});
