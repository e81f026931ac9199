import { EXAMPLE } from '#libs/core/http/examples';
import { ObjectField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField, InstantField } from '#libs/core/http/time-fields';
import { BookingDetailResponse } from '#libs/bookings/booking-responses.dto';
import { notes, WaitingEntryResponse } from '#libs/waiting-list/waiting-list.dto';

export class OfferRequest {
  @IdField({ of: 'location', example: EXAMPLE.room, description: 'The place' })
  location: string;

  @InstantField({ example: '2027-09-01T12:00:00+01:00', description: 'Until when it is held' })
  hold_until: string;

  @IdField({
    of: 'student',
    optional: true,
    example: undefined,
    description: 'Required when the entry has only a name',
  })
  lead_person?: string;

  @DateField({ optional: true, example: undefined, description: 'First night, other than the entry says' })
  contract_start?: string;

  @DateField({
    optional: true,
    nullable: true,
    example: undefined,
    description: 'Departure day, other than the entry says',
  })
  contract_end?: string | null;

  @TextField({ ...notes, description: 'Of the booking' })
  notes?: string | null;
}

export class OfferResponse {
  @ObjectField(() => WaitingEntryResponse) entry: WaitingEntryResponse;
  @ObjectField(() => BookingDetailResponse) booking: BookingDetailResponse;
}
