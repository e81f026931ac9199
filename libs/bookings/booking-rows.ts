import type { SiteAccess } from '#libs/accounts/access/access';
import { localDate } from '#libs/core/time/site-time';
import type {
  WarningResponse,
  BookingDetailResponse,
  BookingResponse,
  TransactionResponse,
} from '#libs/bookings/bookings.dto';
import { type BookingFacts, judgeAll } from '#libs/bookings/transitions/judge';
import { phaseOf } from '#libs/bookings/phase';

/** A booking row as the answers need it, but for its phase, which depends on the day. */
export type BookingRow = Omit<BookingResponse, 'phase' | 'expanded'>;

/** What a single booking's row says beside the booking itself: the ground for judging transitions. */
interface FactColumns {
  location_active: boolean;
  room_occupied: boolean;
  has_conflict: boolean;
  overlapping: string[];
  location_allocatable: boolean;
  person_deleted: boolean;
  last_type: string;
  last_from: BookingFacts['last']['from'];
  last_to: BookingFacts['last']['to'];
  last_occurred_at: string;
  last_recorded_at: string;
}

export type BookingFactsRow = BookingRow & FactColumns & { segment: number; segment_from: string };

const linked = (table: string, column: string) =>
  `ARRAY(SELECT x.${column} FROM ${table} x WHERE x.site_id = b.site_id AND x.booking_id = b.id ORDER BY x.position)`;

/** The columns of a booking `b`, named as its answer names them. */
export const BOOKING_COLUMNS = `
b.id AS _id, b.site_id AS site, b.reference, b.lead_person_id AS lead_person, ${linked('booking_people', 'student_id')} AS additional_people,
b.location_id AS location, b.status, b.contract_start, b.contract_end, b.occupied_from, b.occupied_to, b.checked_in_at, b.checked_out_at,
b.cancelled_at, b.no_show_at, b.cancellation_code, b.cancellation_reason, b.vehicle_registration, b.parking_expiry_at,
b.departure_slot_at, ${linked('booking_flags', 'flag_id')} AS flags, b.notes, b.block_booking_id AS block_booking, b.source, b.version,
b.created_at, b.created_by, b.updated_at, b.updated_by`;

/** The columns of a trail entry `t`, named as its answer names them. */
export const TRANSACTION_COLUMNS = `
t.id AS _id, t.site_id AS site, t.booking_id AS booking, t.sequence, t.type, t.from_status, t.to_status, t.occurred_at, t.recorded_at,
json_build_object('type', t.actor_type, '_id', t.actor_id, 'name', t.actor_name) AS actor, t.notes, t.cancellation_code,
t.cancellation_reason, t.changes,
CASE WHEN t.cause_kind IS NOT NULL THEN json_build_object('kind', t.cause_kind, 'id', t.cause_id) END AS caused_by, t.request_id`;

export type TransactionRow = TransactionResponse;

/** A booking as it is answered. Field by field: copying a row without some of its columns costs twenty times as much. */
export function toBooking(row: BookingRow, today: string): BookingResponse {
  return {
    _id: row._id,
    site: row.site,
    reference: row.reference,
    lead_person: row.lead_person,
    additional_people: row.additional_people,
    location: row.location,
    status: row.status,
    phase: phaseOf(row, today),
    contract_start: row.contract_start,
    contract_end: row.contract_end,
    occupied_from: row.occupied_from,
    occupied_to: row.occupied_to,
    checked_in_at: row.checked_in_at,
    checked_out_at: row.checked_out_at,
    cancelled_at: row.cancelled_at,
    no_show_at: row.no_show_at,
    cancellation_code: row.cancellation_code,
    cancellation_reason: row.cancellation_reason,
    vehicle_registration: row.vehicle_registration,
    parking_expiry_at: row.parking_expiry_at,
    departure_slot_at: row.departure_slot_at,
    flags: row.flags,
    notes: row.notes,
    block_booking: row.block_booking,
    source: row.source,
    version: row.version,
    created_at: row.created_at,
    created_by: row.created_by,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
  };
}

export function factsOf(row: BookingFactsRow): BookingFacts {
  return {
    status: row.status,
    contractStart: row.contract_start,
    contractEnd: row.contract_end,
    locationActive: row.location_active,
    locationAllocatable: row.location_allocatable,
    roomOccupied: row.room_occupied,
    hasConflict: row.has_conflict,
    personDeleted: row.person_deleted,
    last: {
      type: row.last_type,
      from: row.last_from,
      to: row.last_to,
      occurredAt: new Date(row.last_occurred_at),
      recordedAt: new Date(row.last_recorded_at),
    },
  };
}

/** A single booking with what the caller can do with it now. */
export function toDetail(row: BookingFactsRow, access: SiteAccess, now: Date): BookingDetailResponse {
  return {
    ...toBooking(row, localDate(now, access.site.timeZone)),
    allowed_transitions: judgeAll(factsOf(row), now, access),
    warnings: warningsOf(row.overlapping),
  };
}

function warningsOf(overlapping: string[]): WarningResponse[] {
  if (overlapping.length === 0) return [];
  const message = 'One of the people has another live booking for some of the nights.';
  return [{ code: 'person_overlap', message, booking_ids: overlapping }];
}
