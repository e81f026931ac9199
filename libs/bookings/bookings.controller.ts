import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import type { JsonText } from '#libs/core/http/json-text';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { BookingsService } from '#libs/bookings/bookings.service';
import { CreateBookingRequest, UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import { PageQuery, ReadBookingQuery } from './read-booking.dto.js';
import { BookingDetailResponse, TransactionPageResponse } from './booking-responses.dto.js';
import { CreateBookingService } from '#libs/bookings/create-booking.service';
import { BookingPageResponse, ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import { STAY_ERRORS } from '#libs/bookings/booking-errors';

@ApiTags('Bookings')
@Controller('bookings')
export class BookingsController {
  constructor(
    private readonly bookings: BookingsService,
    private readonly creation: CreateBookingService,
    private readonly updates: UpdateBookingService,
  ) {}

  @Get()
  @Operation({
    summary: 'List bookings',
    description: 'Filters combine with and. The total is exact up to 10,000, above that an estimate.',
    access: 'booking.read',
    onlyReads: true,
    response: BookingPageResponse,
    errors: ['invalid_query', 'unknown_reference'],
  })
  list(@Access() access: SiteAccess, @Query() query: ListBookingsQuery): Promise<JsonText<BookingPageResponse>> {
    return this.bookings.list(access, query);
  }

  @Post()
  @Idempotent()
  @Operation({
    summary: 'Book a room',
    description:
      'The end date is the departure day: the room is free for the next one that day. A place is never sold twice.',
    access: 'booking.write',
    response: BookingDetailResponse,
    example: {
      site: EXAMPLE.site,
      lead_person: EXAMPLE.student,
      location: EXAMPLE.room,
      contract_start: '2027-09-18',
      contract_end: '2028-06-30',
      notes: 'Arrives late in the evening',
    },
    errors: [
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

  @Get(':bookingId')
  @Operation({
    summary: 'Read a booking',
    description:
      'With the transitions that you can make now, and why not the others. With `as_of`, as it was at an instant: ' +
      'then nothing can be ' +
      'made of it, and `allowed_transitions` and `warnings` are empty.',
    access: 'booking.read',
    onlyReads: true,
    response: BookingDetailResponse,
    errors: ['invalid_query'],
  })
  read(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Query() query: ReadBookingQuery,
  ): Promise<BookingDetailResponse> {
    return this.bookings.get(access, id, query);
  }

  @Patch(':bookingId')
  @Operation({
    summary: 'Change a booking',
    description: 'Never its status. Another location of a checked-in booking is a room move: the old stay ends today.',
    access: 'booking.write',
    response: BookingDetailResponse,
    example: { site: EXAMPLE.site, notes: 'Called: arrives tomorrow', vehicle_registration: 'AB12 CDE' },
    errors: [...STAY_ERRORS, 'location_not_allocatable'],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('bookingId') id: string,
    @Body() body: UpdateBookingRequest,
    @IfMatch() version?: number,
  ): Promise<BookingDetailResponse> {
    return this.updates.update(access, id, body, version);
  }

  @Get(':bookingId/transactions')
  @Operation({
    summary: 'List the transactions of a booking',
    description:
      'The trail of the booking: everything that happened to it, and who did it, in order. It is append-only.',
    access: 'booking.read',
    onlyReads: true,
    response: TransactionPageResponse,
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
