import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { LargeBody } from '#libs/core/http/large-body';
import { BulkRequest, BulkResponse, BulkTransitionRequest, BulkTransitionResponse } from '#libs/bookings/bulk/bulk.dto';
import { BulkUpdateRequest, BulkUpdateResponse } from './bulk-updates.dto.js';
import { BulkService } from '#libs/bookings/bulk/bulk.service';
import { BulkUpdatesService } from '#libs/bookings/bulk/bulk-updates.service';
import { BulkTransitionsService } from '#libs/bookings/bulk/bulk-transitions.service';

@ApiTags('Bookings')
@Controller('bookings')
export class BulkController {
  constructor(
    private readonly bulkBookings: BulkService,
    private readonly bulkTransitions: BulkTransitionsService,
    private readonly bulkUpdates: BulkUpdatesService,
  ) {}

  @Post('bulk')
  @Idempotent()
  @LargeBody()
  @Operation({
    operationId: 'Bookings_bulk',
    summary: 'Book many rooms at once',
    description:
      'Up to 1,000 rows for the same nights. Each row has its own outcome, in the order of the request; with ' +
      '`atomic` either all rows are written or none is. If two rows are for the same place, the later one fails ' +
      'with `conflicts_with_index`. A block booking ' +
      'is made only if a row succeeds.',
    access: 'booking.bulk',
    rateLimit: 'bulk',
    response: BulkResponse,
    example: {
      site: EXAMPLE.site,
      contract_start: '2029-07-02',
      contract_end: '2029-07-14',
      block: { name: 'Summer school 2029', notes: 'Invoice to the faculty' },
      assignments: [{ person_id: EXAMPLE.student, location_id: EXAMPLE.room }],
    },
    errors: ['unknown_reference', 'invalid_date_range', 'payload_too_large'],
  })
  bulk(@Access() access: SiteAccess, @Body() body: BulkRequest): Promise<BulkResponse> {
    return this.bulkBookings.create(access, body);
  }

  @Patch('bulk')
  @Idempotent()
  @LargeBody()
  @Operation({
    operationId: 'Bookings_updateMany',
    summary: 'Change many bookings',
    rateLimit: 'bulk',
    description:
      'Up to 1,000 different bookings, each with the fields that change: dates, location, people, flags, notes and ' +
      'the others ' +
      'that a single change takes. Each row has an outcome of its own, in the order sent; with `atomic` all rows ' +
      'are changed ' +
      'or none.',
    access: 'booking.bulk',
    response: BulkUpdateResponse,
    example: {
      site: EXAMPLE.site,
      updates: [
        { booking_id: EXAMPLE.booking, notes: 'Luggage comes a day earlier' },
        { booking_id: EXAMPLE.otherBooking, vehicle_registration: 'AB12 CDE' },
      ],
    },
    addition: true,
    errors: ['unknown_reference', 'payload_too_large'],
  })
  updateMany(@Access() access: SiteAccess, @Body() body: BulkUpdateRequest): Promise<BulkUpdateResponse> {
    return this.bulkUpdates.update(access, body);
  }

  @Post('transitions/bulk')
  @Idempotent()
  @LargeBody()
  @Operation({
    operationId: 'Bookings_transitionMany',
    summary: 'Transition many bookings to other statuses',
    rateLimit: 'bulk',
    description:
      'Up to 1,000 different bookings. Each row has its own outcome; with `atomic` either all rows are executed or ' +
      'none is. Transitions that free a room go first, so that a check-out and the next check-in can be sent ' +
      'together, and `undo_check_in` and `undo_check_out`, which take them back, as well.',
    access: 'booking.transition',
    response: BulkTransitionResponse,
    example: {
      site: EXAMPLE.site,
      transitions: [
        { booking_id: EXAMPLE.booking, type: 'check_in', notes: 'Key handed over' },
        { booking_id: EXAMPLE.otherBooking, type: 'cancel', cancellation_code: 'requested_by_student' },
      ],
    },
    addition: true,
    errors: ['unknown_reference', 'payload_too_large'],
  })
  transitionMany(@Access() access: SiteAccess, @Body() body: BulkTransitionRequest): Promise<BulkTransitionResponse> {
    return this.bulkTransitions.transition(access, body);
  }
}
