import type { SiteAccess } from '#libs/accounts/access';
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

export function toBooking(row: BookingRow, today: string): BookingResponse {
  const { _id, site, reference, lead_person, additional_people, location, status, ...rest } = row;
  return {
    _id,
    site,
    reference,
    lead_person,
    additional_people,
    location,
    status,
    phase: phaseOf(row, today),
    ...rest,
  };
}

export function factsOf(row: BookingFactsRow): BookingFacts {
  return {
    status: row.status,
    contractStart: row.contract_start,
    contractEnd: row.contract_end,
    locationActive: row.location_active,
    roomOccupied: row.room_occupied,
    hasConflict: row.has_conflict,
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
  const {
    location_active: _active,
    room_occupied: _occupied,
    has_conflict: _conflict,
    overlapping,
    last_type: _type,
    last_from: _from,
    last_to: _to,
    last_occurred_at: _at,
    last_recorded_at: _recorded,
    segment: _segment,
    segment_from: _segmentFrom,
    ...booking
  } = row;
  return {
    ...toBooking(booking, localDate(now, access.site.timeZone)),
    allowed_transitions: judgeAll(factsOf(row), now, access),
    warnings: warningsOf(overlapping),
  };
}

function warningsOf(overlapping: string[]): WarningResponse[] {
  if (overlapping.length === 0) return [];
  const message = 'One of the people has another live booking for some of the nights.';
  return [{ code: 'person_overlap', message, booking_ids: overlapping }];
}
