import { ACTOR_TYPES } from '#libs/accounts/access/access';
import {
  type BookingStatus,
  STATUSES,
  TRANSACTION_TYPES,
  type TransactionType,
  TRANSITION_TYPES,
  type TransitionType,
} from '#libs/bookings/booking-status';
import { type Phase, PHASES } from '#libs/bookings/phase';
import { WaitingField, type WaitingMatchResponse } from '#libs/occupancy/waiting.dto';
import { PlannedMoveResponse, StayResponse } from '#libs/bookings/stays.dto';
import { WarningResponse } from '#libs/bookings/warnings.dto';
import {
  AnyField,
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  TextField,
  ValueField,
} from '#libs/core/http/fields';
import { IdField, IdListField } from '#libs/core/http/id-fields';
import { ListField, NameListField } from '#libs/core/http/list-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';

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
  @IdField({ nullable: true, description: 'Null in a provisional booking of a block whose guest has no name yet' })
  lead_person: string | null;
  @IdListField({ max: 20 }) additional_people: string[];
  @IdField() location: string;
  @EnumField(STATUSES) status: BookingStatus;
  @EnumField(PHASES, { description: "The state of the booking on the site's calendar" }) phase: Phase;
  @DateField() contract_start: string;
  @DateField({ nullable: true }) contract_end: string | null;
  @DateField({
    description:
      'First night that it really holds. While somebody who has not left has its nights, `stays` begins later, with today',
  })
  occupied_from: string;
  @DateField({
    nullable: true,
    description:
      'First day that it no longer holds. Of somebody who is late to leave: the day on which the stay ought to have ended, until the check-out; `stays` has the nights since',
  })
  occupied_to: string | null;
  @InstantField({ nullable: true }) checked_in_at: string | null;
  @InstantField({ nullable: true }) checked_out_at: string | null;
  @InstantField({ nullable: true }) cancelled_at: string | null;
  @InstantField({ nullable: true }) no_show_at: string | null;
  @TextField({ max: 50, nullable: true, example: null }) cancellation_code: string | null;
  @TextField({ max: 500, nullable: true, example: null }) cancellation_reason: string | null;
  @TextField({ max: 16, nullable: true }) vehicle_registration: string | null;
  @InstantField({ nullable: true }) parking_expiry_at: string | null;
  @InstantField({ nullable: true }) departure_slot_at: string | null;
  @InstantField({ nullable: true, description: 'When a provisional booking is released unless it is confirmed' })
  hold_until: string | null;
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
  @IntegerField({ min: 1, max: 2147483647, example: 1 }) version: number;
  @InstantField() created_at: string;
  @IdField({ nullable: true }) created_by: string | null;
  @InstantField() updated_at: string;
  @IdField({ nullable: true }) updated_by: string | null;
  @ListField(() => StayResponse, {
    optional: true,
    description: 'With `include=stays`, and of a single booking: where it is when',
  })
  stays?: StayResponse[];
  @AnyField({ optional: true, description: 'The records that `include` asked for' }) expanded?: Record<string, unknown>;
}

/** A single booking: also what can be done with it now, and what deserves a look. */
export class BookingDetailResponse extends BookingResponse {
  @ListField(() => StayResponse, {
    description: 'Its past, present and future places, the earliest first; none when it was cancelled',
  })
  declare stays: StayResponse[];
  @ObjectField(() => PlannedMoveResponse, {
    nullable: true,
    description: 'The move to another room that is still to come',
  })
  planned_move: PlannedMoveResponse | null;
  @ListField(() => AllowedTransitionResponse) allowed_transitions: AllowedTransitionResponse[];
  @ListField(() => WarningResponse) warnings: WarningResponse[];
  @InstantField({ optional: true, description: 'With `as_of`: the instant that is shown' }) as_of?: string;
  @InstantField({
    optional: true,
    nullable: true,
    description: 'With `as_of`: when texts were removed with a person who was erased; they are null here',
  })
  emptied_at?: string | null;
  @WaitingField({ optional: true }) waiting?: WaitingMatchResponse[];
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
  @IntegerField({ min: 1, max: 2147483647, example: 1 }) sequence: number;
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
  @IntegerField({ min: 0, max: 2147483647, example: 2 }) total: number;
  @IntegerField({ min: 1, max: 200, example: 50 }) limit: number;
  @IntegerField({ min: 0, max: 10000, example: 0 }) skip: number;
}

export class TransitionResponse {
  @ObjectField(() => BookingDetailResponse) booking: BookingDetailResponse;
  @ObjectField(() => TransactionResponse) transaction: TransactionResponse;
  @WaitingField() waiting: WaitingMatchResponse[];
}
