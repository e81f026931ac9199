import { AnyField, BooleanField, CommaListField, DateField, EnumField, IdField, IdListField, InstantField, IntegerField, ListField, NameListField, ObjectField, TextField, ValueField } from '#libs/core/http/fields'; // prettier-ignore
import { ACTOR_TYPES } from '#libs/accounts/access/access';
import {
  CLOSED,
  INITIAL,
  STATUSES,
  TRANSACTION_TYPES,
  TRANSITION_TYPES,
  type BookingStatus,
  type TransactionType,
  type TransitionType,
} from '#libs/bookings/booking-status';
import { EXAMPLE } from '#libs/core/http/examples';
import { WarningResponse } from '#libs/bookings/warnings.dto';
import { PlannedMoveResponse, StayResponse } from '#libs/bookings/stays.dto';
import { PHASES, type Phase } from '#libs/bookings/phase';

export const INCLUDES = [
  'lead_person',
  'additional_people',
  'location',
  'block_booking',
  'flags',
  'transactions',
  'stays',
] as const;
export type Include = (typeof INCLUDES)[number];

export const OVERRIDE_ACTIONS = ['void', 'check_out'] as const;
export type OverrideAction = (typeof OVERRIDE_ACTIONS)[number];

const TurnaroundField = () =>
  IntegerField({
    min: 0,
    max: 30,
    optional: true,
    nullable: true,
    example: null,
    description: 'Nights for cleaning after the stay, other than its type of location has; needs `booking.override`',
  });

const site = { description: 'The site', example: EXAMPLE.site };

const CancellationReasonField = () =>
  TextField({
    max: 500,
    lines: true,
    optional: true,
    example: undefined,
    description: 'Required with the code `other`',
  });

export class OverrideRequest {
  @IdField({ of: 'booking', description: 'The booking in the way, as `conflicts` named it' })
  conflict_booking_id: string;

  @EnumField(OVERRIDE_ACTIONS, { example: 'void', description: 'Void it, or check its resident out' })
  action: OverrideAction;

  @TextField({ max: 50, optional: true, example: 'superseded', description: 'Required to void' })
  cancellation_code?: string;

  @CancellationReasonField()
  cancellation_reason?: string;
}

export class CreateBookingRequest {
  @IdField(site)
  site: string;

  @IdField({ of: 'student', description: 'The student, guest or member of staff who has the room' })
  lead_person: string;

  @IdField({ of: 'location', description: 'A location whose type can be allocated to bookings' })
  location: string;

  @IdListField({ of: 'student', max: 20, optional: true, example: [], description: 'Others who live there, too' })
  additional_people?: string[];

  @EnumField(INITIAL, { elsewhere: CLOSED, optional: true, default: 'confirmed', example: 'confirmed' })
  status?: BookingStatus;

  @DateField({ optional: true, example: '2027-09-18', description: 'First night; today when absent' })
  contract_start?: string;

  @DateField({
    optional: true,
    nullable: true,
    example: '2028-06-30',
    description: 'Departure day, free for the next one; absent or null: open-ended',
  })
  contract_end?: string | null;

  @TextField({ max: 16, min: 0, optional: true, nullable: true, example: 'AB12 CDE' })
  vehicle_registration?: string | null;

  @InstantField({ optional: true, nullable: true, example: '2028-06-30T12:00:00+01:00' })
  parking_expiry_at?: string | null;

  @InstantField({ optional: true, nullable: true, example: '2028-06-30T10:00:00+01:00' })
  departure_slot_at?: string | null;

  @IdListField({ of: 'flag', max: 50, optional: true, example: [] })
  flags?: string[];

  @TextField({ max: 4000, lines: true, min: 0, optional: true, nullable: true, example: 'Arrives late in the evening' })
  notes?: string | null;

  @TurnaroundField()
  turnaround_days?: number | null;

  @IdField({
    of: 'block_booking',
    optional: true,
    nullable: true,
    example: null,
    description: 'The block booking it belongs to',
  })
  block_booking?: string | null;

  @ObjectField(() => OverrideRequest, {
    optional: true,
    description: 'Takes a booking out of the way; needs `booking.override`',
  })
  override?: OverrideRequest;
}

export class UpdateBookingRequest {
  @IdField(site)
  site: string;

  @IdField({ of: 'student', optional: true })
  lead_person?: string;

  @IdListField({ of: 'student', max: 20, optional: true, example: [] })
  additional_people?: string[];

  @IdField({ of: 'location', optional: true, description: 'Another room; when checked in, the move happens today' })
  location?: string;

  @IdListField({ of: 'flag', max: 50, optional: true, example: [] })
  flags?: string[];

  @DateField({ optional: true, nullable: true, description: 'null: the day on which the booking was created' })
  contract_start?: string | null;

  @DateField({ optional: true, nullable: true, description: 'null: open-ended' })
  contract_end?: string | null;

  @TextField({ max: 16, min: 0, optional: true, nullable: true })
  vehicle_registration?: string | null;

  @InstantField({ optional: true, nullable: true })
  parking_expiry_at?: string | null;

  @InstantField({ optional: true, nullable: true })
  departure_slot_at?: string | null;

  @TextField({ max: 4000, lines: true, min: 0, optional: true, nullable: true })
  notes?: string | null;

  @TurnaroundField()
  turnaround_days?: number | null;
}

/** A transition to another status, without the booking that it is of. */
export class TransitionDetails {
  @EnumField(TRANSITION_TYPES, { example: 'check_in' })
  type: TransitionType;

  @InstantField({ optional: true, description: 'When it happened; now when absent', example: undefined })
  occurred_at?: string;

  @TextField({ max: 4000, lines: true, optional: true, example: 'Key handed over' })
  notes?: string;

  @TextField({
    max: 50,
    optional: true,
    example: undefined,
    description: 'Required to cancel and to void: a code of the site',
  })
  cancellation_code?: string;

  @CancellationReasonField()
  cancellation_reason?: string;
}

export class TransitionRequest extends TransitionDetails {
  @IdField(site)
  site: string;
}

export class SiteQuery {
  @IdField(site)
  site: string;
}

export class ReadBookingQuery extends SiteQuery {
  @CommaListField(INCLUDES, {
    optional: true,
    description: 'Records to put into `expanded`; `stays` stand in the booking itself',
  })
  include?: Include[];
}

export class PageQuery extends SiteQuery {
  @IntegerField({ min: 1, max: 200, query: true, optional: true, default: 50 })
  limit = 50;

  @IntegerField({ min: 0, max: 10_000, query: true, optional: true, default: 0 })
  skip = 0;
}

export class ReasonResponse {
  @TextField({ max: 100, example: 'before_start' })
  code: string;

  @TextField({ max: 500, example: 'The stay starts on 2027-09-18.' })
  message: string;
}

export class AllowedTransitionResponse {
  @EnumField(TRANSITION_TYPES)
  type: TransitionType;

  @BooleanField()
  allowed: boolean;

  @ListField(() => ReasonResponse)
  reasons: ReasonResponse[];

  @NameListField({ max: 10, example: ['cancellation_code'], description: 'Fields that the transition asks for' })
  requires: string[];
}

/** A booking as a list shows it. References are ids; `include` puts the records into `expanded`. */
export class BookingResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @TextField({ max: 16, example: '7K3QF2A', description: 'Short, for people' }) reference: string;
  @IdField() lead_person: string;
  @IdListField({ max: 20 }) additional_people: string[];
  @IdField() location: string;
  @EnumField(STATUSES) status: BookingStatus;
  @EnumField(PHASES, { description: "Where it stands on the site's calendar" }) phase: Phase;
  @DateField() contract_start: string;
  @DateField({ nullable: true }) contract_end: string | null;
  @DateField({ description: 'First night that it really holds' }) occupied_from: string;
  @DateField({ nullable: true, description: 'First day that it no longer holds' }) occupied_to: string | null;
  @InstantField({ nullable: true }) checked_in_at: string | null;
  @InstantField({ nullable: true }) checked_out_at: string | null;
  @InstantField({ nullable: true }) cancelled_at: string | null;
  @InstantField({ nullable: true }) no_show_at: string | null;
  @TextField({ max: 50, nullable: true, example: null }) cancellation_code: string | null;
  @TextField({ max: 500, nullable: true, example: null }) cancellation_reason: string | null;
  @TextField({ max: 16, nullable: true }) vehicle_registration: string | null;
  @InstantField({ nullable: true }) parking_expiry_at: string | null;
  @InstantField({ nullable: true }) departure_slot_at: string | null;
  @IdListField({ max: 50 }) flags: string[];
  @TextField({ max: 4000, nullable: true }) notes: string | null;
  @IntegerField({
    min: 0,
    max: 30,
    nullable: true,
    example: null,
    description: "Nights for cleaning after it; null: as its location's type says",
  })
  turnaround_days: number | null;
  @IdField({ nullable: true }) block_booking: string | null;
  @EnumField(['manual', 'bulk', 'import']) source: string;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @IdField({ nullable: true }) created_by: string | null;
  @InstantField() updated_at: string;
  @IdField({ nullable: true }) updated_by: string | null;
  @ListField(() => StayResponse, {
    optional: true,
    description: 'With `include=stays`, and of a single booking: where it is when',
  })
  stays?: StayResponse[];
  @AnyField({ optional: true, description: 'What `include` asked for' }) expanded?: Record<string, unknown>;
}

/** A single booking: also what can be done with it now, and what deserves a look. */
export class BookingDetailResponse extends BookingResponse {
  @ListField(() => StayResponse, {
    description: 'Where it is, was and will be, the earliest first; none when it was cancelled',
  })
  declare stays: StayResponse[];
  @ObjectField(() => PlannedMoveResponse, {
    nullable: true,
    description: 'The move to another room that is still to come',
  })
  planned_move: PlannedMoveResponse | null;
  @ListField(() => AllowedTransitionResponse) allowed_transitions: AllowedTransitionResponse[];
  @ListField(() => WarningResponse) warnings: WarningResponse[];
}

export class ActorResponse {
  @EnumField(ACTOR_TYPES) type: string;
  @IdField({ nullable: true }) _id: string | null;
  @TextField({ max: 255, example: 'Robin Clerk' }) name: string;
}

export class ChangeResponse {
  @TextField({ max: 100, example: 'contract_end' }) field: string;
  @ValueField({ example: '2028-06-30' }) from: unknown;
  @ValueField({ example: '2028-07-15' }) to: unknown;
}

export class CauseResponse {
  @EnumField(['override', 'bulk', 'import', 'undo', 'overstay']) kind: string;
  @IdField() id: string;
}

export class TransactionResponse {
  @IdField() _id: string;
  @IdField() site: string;
  @IdField() booking: string;
  @IntegerField({ min: 1, max: 2_147_483_647, example: 1 }) sequence: number;
  @EnumField(TRANSACTION_TYPES) type: TransactionType;
  @EnumField(STATUSES, { nullable: true }) from_status: BookingStatus | null;
  @EnumField(STATUSES) to_status: BookingStatus;
  @InstantField({ description: 'When it happened' }) occurred_at: string;
  @InstantField({ description: 'When it was written down' }) recorded_at: string;
  @ObjectField(() => ActorResponse) actor: ActorResponse;
  @TextField({ max: 4000, nullable: true }) notes: string | null;
  @TextField({ max: 50, nullable: true }) cancellation_code: string | null;
  @TextField({ max: 500, nullable: true }) cancellation_reason: string | null;
  @ListField(() => ChangeResponse) changes: ChangeResponse[];
  @ObjectField(() => CauseResponse, { nullable: true }) caused_by: CauseResponse | null;
  @TextField({ max: 100, nullable: true }) request_id: string | null;
}

export class TransactionPageResponse {
  @ListField(() => TransactionResponse) data: TransactionResponse[];
  @IntegerField({ min: 0, max: 2_147_483_647, example: 2 }) total: number;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10_000, example: 0 }) skip: number;
}

export class TransitionResponse {
  @ObjectField(() => BookingDetailResponse) booking: BookingDetailResponse;
  @ObjectField(() => TransactionResponse) transaction: TransactionResponse;
}
