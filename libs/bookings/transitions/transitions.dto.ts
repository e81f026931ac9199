import { EnumField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { InstantField } from '#libs/core/http/time-fields';
import { TRANSITION_TYPES, type TransitionType } from '#libs/bookings/booking-status';
import { CancellationReasonField, site } from '#libs/bookings/bookings.dto';

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

  @InstantField({
    optional: true,
    nullable: true,
    example: undefined,
    description:
      'For `reinstate` to `provisional`: the end of the hold, or null for none. When absent, the hold is as before; required if that has ended',
  })
  hold_until?: string | null;
}

export class TransitionRequest extends TransitionDetails {
  @IdField(site)
  site: string;
}
