import type { SiteAccess } from '#libs/accounts/access/access';
import { localDate } from '#libs/core/time/site-time';
import type { BookingDetailResponse, BookingResponse, TransactionResponse } from './booking-responses.dto.js';
import type { StayResponse } from '#libs/bookings/stays.dto';
import { FIELD_NAMES, ROW_FIELDS, selectFields } from '#libs/bookings/booking-fields';
import type { InTheWay } from '#libs/bookings/booking-errors';
import { type BookingFacts, listAllowedTransitions } from '#libs/bookings/transitions/check-transition';
import { type Phase, phaseOf } from '#libs/bookings/phase';
import { type WarningColumns, warningsOf } from '#libs/bookings/warnings.queries';

/** A booking row as responses need it, except for its phase, which depends on the day. */
export type BookingRow = Omit<BookingResponse, 'phase' | 'expanded' | 'stays'>;

/** What the row of a single booking contains in addition to the booking: the facts that decide which transitions are possible. */
interface FactColumns extends WarningColumns {
  /** The room that the booking moves to later, and the first night there. */
  planned_move: { location: string; from: string } | null;
  stays: StayResponse[];
  /** The segments of which somebody who has not left has some nights. */
  waiting: number[];
  /**
   * The nights for cleaning that it owes the place that it has now, or had when it was called off; fewer that it holds, where somebody is to come
   * before; and those that it owes after its planned move.
   */
  held_turnaround: number | null;
  spared_turnaround: number | null;
  planned_turnaround: number | null;
  /** The planned move that was removed by a check-out, or when the booking was called off. */
  lost_move: { location: string; from: string; open: boolean } | null;
  /**
   * The first night in the places of today of a stay that was spent in others of its location, if its check-out is taken back. Null: it was spent
   * in those of today, or is not over.
   */
  new_places_from: string | null;
  location_active: boolean;
  room_occupied: boolean;
  has_conflict: boolean;
  /** The first one in the way, if it is known. */
  in_the_way: InTheWay | null;
  location_allocatable: boolean;
  person_deleted: boolean;
  last_type: string;
  last_from: BookingFacts['last']['from'];
  last_to: BookingFacts['last']['to'];
  last_occurred_at: string;
  last_recorded_at: string;
  last_actor: string | null;
  /** Until when it was held before it was called off. */
  lost_hold: string | null;
}

export type BookingFactsRow = BookingRow & FactColumns & { segment: number; segment_from: string };

/** The columns of a booking `b`, named as in its response. */
export const BOOKING_COLUMNS = selectFields(ROW_FIELDS);

/** The columns of a trail entry `t`, named as in its response. */
export const TRANSACTION_COLUMNS = `
t.id AS _id, t.site_id AS site, t.booking_id AS booking, t.sequence, t.type, t.from_status, t.to_status, t.occurred_at, t.recorded_at,
json_build_object('type', t.actor_type, '_id', t.actor_id, 'name', t.actor_name) AS actor, t.notes, t.cancellation_code,
t.cancellation_reason, t.changes,
CASE WHEN t.cause_kind IS NOT NULL THEN json_build_object('kind', t.cause_kind, 'id', t.cause_id) END AS caused_by, t.request_id`;

export type TransactionRow = TransactionResponse;

/** Everybody in a booking. A booking of a block may have no lead person yet. */
export const peopleOf = ({
  lead_person,
  additional_people,
}: Pick<BookingRow, 'lead_person' | 'additional_people'>): string[] =>
  lead_person === null ? additional_people : [lead_person, ...additional_people];

const MEMBERS = FIELD_NAMES.map((name) => `${name}: ${name === 'phase' ? 'phase' : `row.${name}`}`);
// Written out as one would by hand: a loop over the fields costs five times as much, and a row without some of its columns twenty times.
const copied = new Function('row', 'phase', `return { ${MEMBERS.join(', ')} }`) as (
  row: BookingRow,
  phase: Phase,
) => BookingResponse;

/** A booking as responses show it, in the order of their fields. `today` is the date of the site. */
export const toBooking = (row: BookingRow, today: string): BookingResponse => copied(row, phaseOf(row, today));

export function factsOf(row: BookingFactsRow): BookingFacts {
  return {
    status: row.status,
    contractStart: row.contract_start,
    contractEnd: row.contract_end,
    locationActive: row.location_active,
    locationAllocatable: row.location_allocatable,
    roomOccupied: row.room_occupied,
    hasConflict: row.has_conflict,
    inTheWay: row.in_the_way,
    isNameless: row.lead_person === null,
    personDeleted: row.person_deleted,
    lostHold: row.lost_hold === null ? null : new Date(row.lost_hold),
    last: {
      from: row.last_from,
      to: row.last_to,
      occurredAt: new Date(row.last_occurred_at),
      recordedAt: new Date(row.last_recorded_at),
      actor: row.last_actor,
    },
  };
}

/** A single booking with what the caller can do with it now. */
export function toDetail(row: BookingFactsRow, access: SiteAccess, now: Date): BookingDetailResponse {
  return {
    ...toBooking(row, localDate(now, access.site.timeZone)),
    stays: row.stays,
    planned_move: row.planned_move && { location: row.planned_move.location, on: row.planned_move.from },
    allowed_transitions: listAllowedTransitions(factsOf(row), now, access),
    warnings: warningsOf(row),
  };
}
