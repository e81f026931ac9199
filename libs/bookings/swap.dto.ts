import { ObjectField, TextField } from '#libs/core/http/fields';
import { IdField } from '#libs/core/http/id-fields';
import { DateField } from '#libs/core/http/time-fields';
import { EXAMPLE } from '#libs/core/http/examples';
import { BookingDetailResponse } from './booking-responses.dto.js';

export class SwapRequest {
  @IdField({ description: 'The site', example: EXAMPLE.site })
  site: string;

  @IdField({ of: 'booking', description: 'The other booking' })
  with_booking: string;

  @DateField({
    optional: true,
    example: undefined,
    description: 'The first night in the room of the other: today when absent, as for a move of one booking',
  })
  on?: string;

  @TextField({ max: 4000, lines: true, optional: true, example: 'Agreed with both' })
  notes?: string;
}

export class SwapResponse {
  @ObjectField(() => BookingDetailResponse)
  booking: BookingDetailResponse;

  @ObjectField(() => BookingDetailResponse)
  with_booking: BookingDetailResponse;
}
