import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { SwapRequest, SwapResponse } from '#libs/bookings/swap.dto';
import { SwapService } from '#libs/bookings/swap.service';
import { STAY_ERRORS } from '#libs/bookings/booking-errors';

@ApiTags('Bookings')
@Controller('bookings')
export class SwapController {
  constructor(private readonly swaps: SwapService) {}

  @Post(':bookingId/swap')
  @Idempotent()
  @Operation({
    operationId: 'Bookings_swap',
    summary: 'Swap the rooms of two bookings',
    description:
      'Either both bookings change rooms or neither does. Residents move today; with `on`, both change rooms on ' +
      'that day, which may be in the past or in the future. Bookings of the same room are refused (`validation_failed`).',
    access: 'booking.swap',
    response: SwapResponse,
    example: { site: EXAMPLE.site, with_booking: EXAMPLE.otherBooking, notes: 'Agreed with both' },
    addition: true,
    errors: [...STAY_ERRORS, 'occurred_at_out_of_range'],
  })
  swap(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Body() body: SwapRequest,
    @IfMatch() version?: number,
  ): Promise<SwapResponse> {
    return this.swaps.swap(access, id, body, version);
  }
}
