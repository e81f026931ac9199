import { Body, Controller, Delete, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { SiteQuery } from '../read-booking.dto.js';
import { BookingDetailResponse } from '../booking-responses.dto.js';
import { MoveRequest } from '#libs/bookings/moves/moves.dto';
import { MovesService } from '#libs/bookings/moves/moves.service';
import { STAY_ERRORS } from '#libs/bookings/booking-errors';

@ApiTags('Bookings')
@Controller('bookings')
export class MovesController {
  constructor(private readonly moves: MovesService) {}

  @Post(':bookingId/moves')
  @Idempotent()
  @Operation({
    operationId: 'Bookings_move',
    summary: 'Move a booking to another room',
    description:
      'Today, on a day that is over (within the history window, or with `booking.backdate` and `notes`), or on a day to come. ' +
      'A move that is planned holds the present room until that day and the other room from that day; another move replaces it. ' +
      'A booking that has not begun by that day changes rooms as a whole.',
    access: 'booking.write',
    response: BookingDetailResponse,
    example: { site: EXAMPLE.site, location: EXAMPLE.room, notes: 'Asked for a quieter room' },
    addition: true,
    errors: [...STAY_ERRORS, 'location_not_allocatable', 'occurred_at_out_of_range'],
  })
  move(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Body() body: MoveRequest,
    @IfMatch() version?: number,
  ): Promise<BookingDetailResponse> {
    return this.moves.move(access, id, body, version);
  }

  @Delete(':bookingId/moves')
  @Operation({
    operationId: 'Bookings_cancelMove',
    summary: 'Cancel the planned move of a booking',
    description: 'The booking keeps its present room until its end, if nobody else has booked it since.',
    access: 'booking.write',
    response: BookingDetailResponse,
    addition: true,
    errors: ['invalid_query', 'booking_conflict', 'booking_closed', 'version_mismatch'],
  })
  cancel(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Query() _query: SiteQuery,
    @IfMatch() version?: number,
  ): Promise<BookingDetailResponse> {
    return this.moves.cancel(access, id, version);
  }
}
