import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { TransitionRequest } from './transitions.dto.js';
import { TransitionResponse } from '../booking-responses.dto.js';
import { TransitionsService } from '#libs/bookings/transitions/transitions.service';

@ApiTags('Bookings')
@Controller('bookings')
export class TransitionsController {
  constructor(private readonly transitions: TransitionsService) {}

  @Post(':bookingId/transitions')
  @Idempotent()
  @Operation({
    operationId: 'Bookings_transition',
    summary: 'Transition a booking to another status',
    description:
      'Confirm, check in, check out, cancel, no-show, void, and the transitions that reverse them. Each type needs its own ' +
      'permission, such as `booking.transition`, except to reverse a transition of your own within the minutes of the site.',
    access: 'booking.correct',
    response: TransitionResponse,
    example: { site: EXAMPLE.site, type: 'check_in', notes: 'Key handed over' },
    errors: [
      'transition_not_allowed',
      'version_mismatch',
      'cancellation_code_required',
      'cancellation_code_unknown',
      'occurred_at_out_of_range',
    ],
  })
  transition(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Body() body: TransitionRequest,
    @IfMatch() version?: number,
  ): Promise<TransitionResponse> {
    return this.transitions.transition(access, id, body, version);
  }
}
