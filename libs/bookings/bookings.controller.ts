import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { LargeBody } from '#libs/core/http/large-body';
import { BulkRequest, BulkResponse, BulkTransitionRequest, BulkTransitionResponse } from '#libs/bookings/bulk/bulk.dto';
import { BulkService } from '#libs/bookings/bulk/bulk.service';
import { BulkTransitionsService } from '#libs/bookings/bulk/bulk-transitions.service';
import { sendCsv } from '#libs/core/csv/csv-file';
import { ExportBookingsQuery } from '#libs/bookings/export/export.dto';
import { ExportService } from '#libs/bookings/export/export.service';
import { BookingsService } from '#libs/bookings/bookings.service';
import {
  BookingDetailResponse,
  CreateBookingRequest,
  PageQuery,
  ReadBookingQuery,
  TransactionPageResponse,
  TransitionRequest,
  TransitionResponse,
  UpdateBookingRequest,
} from '#libs/bookings/bookings.dto';
import { CreateBookingService } from '#libs/bookings/create-booking.service';
import { BookingPageResponse, ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import { SwapRequest, SwapResponse } from '#libs/bookings/swap.dto';
import { SwapService } from '#libs/bookings/swap.service';
import { TransitionsService } from '#libs/bookings/transitions/transitions.service';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';

@ApiTags('Bookings')
@Controller('bookings')
export class BookingsController {
  constructor(
    private readonly bookings: BookingsService,
    private readonly creation: CreateBookingService,
    private readonly updates: UpdateBookingService,
    private readonly transitions: TransitionsService,
    private readonly swaps: SwapService,
    private readonly exports: ExportService,
    private readonly bulkBookings: BulkService,
    private readonly bulkTransitions: BulkTransitionsService,
  ) {}

  @Get()
  @Operation({
    summary: 'List bookings',
    description: 'Filters combine with and. The total is exact up to 10,000, above that an estimate.',
    access: 'booking.read',
    answers: BookingPageResponse,
    errors: ['invalid_query'],
  })
  list(@Access() access: SiteAccess, @Query() query: ListBookingsQuery): Promise<BookingPageResponse> {
    return this.bookings.list(access, query);
  }

  @Post()
  @Idempotent()
  @Operation({
    summary: 'Book a room',
    description:
      'The end date is the departure day: the room is free for the next one that day. A place is never sold twice.',
    access: 'booking.write',
    answers: BookingDetailResponse,
    example: {
      site: EXAMPLE.site,
      lead_person: EXAMPLE.student,
      location: EXAMPLE.room,
      contract_start: '2027-09-18',
      contract_end: '2028-06-30',
      notes: 'Arrives late in the evening',
    },
    errors: [
      'malformed_json',
      'unknown_field',
      'booking_conflict',
      'unknown_reference',
      'location_not_allocatable',
      'invalid_date_range',
      'initial_status_not_allowed',
    ],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateBookingRequest): Promise<BookingDetailResponse> {
    return this.creation.create(access, body);
  }

  @Post('bulk')
  @Idempotent()
  @LargeBody()
  @Operation({
    summary: 'Book many rooms at once',
    description:
      'Up to 1,000 rows for the same nights. Each row has an outcome of its own, in the order sent; with `atomic` all ' +
      'rows stay or none does. Of two rows for one place the later fails with `conflicts_with_index`. A block booking ' +
      'is made only if a row succeeds.',
    access: 'booking.bulk',
    rateLimit: 'bulk',
    answers: BulkResponse,
    example: {
      site: EXAMPLE.site,
      contract_start: '2029-07-02',
      contract_end: '2029-07-14',
      block: { name: 'Summer school 2029', notes: 'Invoice to the faculty' },
      assignments: [{ person_id: EXAMPLE.student, location_id: EXAMPLE.room }],
    },
    errors: ['malformed_json', 'unknown_field', 'unknown_reference', 'invalid_date_range', 'payload_too_large'],
  })
  bulk(@Access() access: SiteAccess, @Body() body: BulkRequest): Promise<BulkResponse> {
    return this.bulkBookings.create(access, body);
  }

  @Post('transitions/bulk')
  @Idempotent()
  @LargeBody()
  @Operation({
    summary: 'Move many bookings to other statuses',
    rateLimit: 'bulk',
    description:
      'Up to 1,000 different bookings. Each row has an outcome of its own; with `atomic` all move or none. Moves that ' +
      'free a room go first, so that a check-out and the next check-in can be sent together.',
    access: 'booking.transition',
    answers: BulkTransitionResponse,
    example: {
      site: EXAMPLE.site,
      transitions: [
        { booking_id: EXAMPLE.booking, type: 'check_in', notes: 'Key handed over' },
        { booking_id: EXAMPLE.otherBooking, type: 'cancel', cancellation_code: 'requested_by_student' },
      ],
    },
    addition: true,
    errors: ['malformed_json', 'unknown_field', 'payload_too_large'],
  })
  transitionMany(@Access() access: SiteAccess, @Body() body: BulkTransitionRequest): Promise<BulkTransitionResponse> {
    return this.bulkTransitions.transition(access, body);
  }

  @Get('export')
  @Operation({
    summary: 'Export the bookings of a site as CSV',
    description:
      'Streamed, without a limit on the rows. UTF-8 with byte order mark, every cell quoted; a cell that a spreadsheet ' +
      'would take for a formula has a leading apostrophe. The first eleven columns are those that an import reads.',
    access: 'booking.export',
    answers: 'text/csv',
    errors: ['invalid_query'],
  })
  export(@Access() access: SiteAccess, @Query() query: ExportBookingsQuery, @Res() reply: FastifyReply): Promise<void> {
    return sendCsv(reply, this.exports.fileName(access), () => this.exports.open(access, query));
  }

  @Get(':bookingId')
  @Operation({
    summary: 'Read a booking',
    description: 'With the transitions that you can make now, and why not the others.',
    access: 'booking.read',
    answers: BookingDetailResponse,
    errors: ['invalid_query'],
  })
  read(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Query() query: ReadBookingQuery,
  ): Promise<BookingDetailResponse> {
    return this.bookings.get(access, id, query.include);
  }

  @Patch(':bookingId')
  @Operation({
    summary: 'Change a booking',
    description: 'Never its status. Another location of a checked-in booking is a room move: the old stay ends today.',
    access: 'booking.write',
    answers: BookingDetailResponse,
    example: { site: EXAMPLE.site, notes: 'Called: arrives tomorrow', vehicle_registration: 'AB12 CDE' },
    errors: [
      'malformed_json',
      'unknown_field',
      'booking_conflict',
      'booking_closed',
      'version_mismatch',
      'unknown_reference',
      'location_not_allocatable',
      'invalid_date_range',
    ],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Body() body: UpdateBookingRequest,
    @IfMatch() version?: number,
  ): Promise<BookingDetailResponse> {
    return this.updates.update(access, id, body, version);
  }

  @Post(':bookingId/transitions')
  @Idempotent()
  @Operation({
    summary: 'Move a booking to another status',
    description: 'Confirm, check in, check out, cancel, no-show, void, and what takes them back.',
    access: 'booking.transition',
    answers: TransitionResponse,
    example: { site: EXAMPLE.site, type: 'check_in', notes: 'Key handed over' },
    errors: [
      'malformed_json',
      'unknown_field',
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

  @Post(':bookingId/swap')
  @Idempotent()
  @Operation({
    summary: 'Swap the rooms of two bookings',
    description: 'Both or neither. Who is checked in moves today.',
    access: 'booking.swap',
    answers: SwapResponse,
    example: { site: EXAMPLE.site, with_booking: EXAMPLE.otherBooking, notes: 'Agreed with both' },
    addition: true,
    errors: [
      'malformed_json',
      'unknown_field',
      'booking_conflict',
      'booking_closed',
      'version_mismatch',
      'unknown_reference',
    ],
  })
  swap(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Body() body: SwapRequest,
    @IfMatch() version?: number,
  ): Promise<SwapResponse> {
    return this.swaps.swap(access, id, body, version);
  }

  @Get(':bookingId/transactions')
  @Operation({
    summary: 'List the transactions of a booking',
    description: 'Its trail: everything that happened to it, by whom, in order. It is append-only.',
    access: 'booking.read',
    answers: TransactionPageResponse,
    errors: ['invalid_query'],
  })
  transactions(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Query() query: PageQuery,
  ): Promise<TransactionPageResponse> {
    return this.bookings.transactions(access, id, query);
  }
}
