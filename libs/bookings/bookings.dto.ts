import { EnumField, IntegerField, ObjectField, TextField } from '#libs/core/http/fields'; // prettier-ignore
import { IdField, IdListField } from '#libs/core/http/id-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';
import { CLOSED, INITIAL, type BookingStatus } from '#libs/bookings/booking-status';
import { EXAMPLE } from '#libs/core/http/examples';

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

/** When a provisional booking is released. */
export const HoldField = () =>
  InstantField({
    optional: true,
    nullable: true,
    example: null,
    description:
      'Of a provisional booking: when it is released unless it is confirmed; with it, the status is `provisional` ' +
      'unless given',
  });

export const site = { description: 'The site', example: EXAMPLE.site };

export const CancellationReasonField = () =>
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

  @IdField({
    of: 'student',
    optional: true,
    nullable: true,
    description:
      'The student, guest or member of staff who has the room. Only a provisional booking of a block may omit it',
    example: EXAMPLE.student,
  })
  lead_person?: string | null;

  @IdField({ of: 'location', description: 'A location whose type can be allocated to bookings' })
  location: string;

  @IdListField({ of: 'student', max: 20, optional: true, example: [], description: 'Other people who live there' })
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

  @HoldField()
  hold_until?: string | null;

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

/** What can change of a booking, without the booking that it is of. */
export class BookingChanges {
  @IdField({
    of: 'student',
    optional: true,
    nullable: true,
    description: 'null: not known yet, in a provisional booking of a block',
  })
  lead_person?: string | null;

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

  @HoldField()
  hold_until?: string | null;

  @TextField({ max: 4000, lines: true, min: 0, optional: true, nullable: true })
  notes?: string | null;

  @TurnaroundField()
  turnaround_days?: number | null;
}

export class UpdateBookingRequest extends BookingChanges {
  @IdField(site)
  site: string;
}
