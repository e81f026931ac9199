import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IfMatch } from '#libs/core/http/etag';
import { EXAMPLE } from '#libs/core/http/examples';
import { IdParam } from '#libs/core/http/ids';
import { LargeBody } from '#libs/core/http/large-body';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { BlockBookingsService } from '#libs/bookings/blocks/block-bookings.service';
import {
  AddBookingsRequest,
  BlockBookingPageResponse,
  BlockBookingResponse,
  ChangedBlockResponse,
  CancelBlockRequest,
  ListBlocksQuery,
  ReleaseBookingsRequest,
  ReleaseResponse,
  UpdateBlockRequest,
} from '#libs/bookings/blocks/blocks.dto';
import { BlocksService } from '#libs/bookings/blocks/blocks.service';
import { BulkResponse } from '#libs/bookings/bulk/bulk.dto';
import { SiteQuery } from '../read-booking.dto.js';

const CODES = ['cancellation_code_required', 'cancellation_code_unknown'] as const;

@ApiTags('Block bookings')
@Controller('block-bookings')
export class BlocksController {
  constructor(
    private readonly blocks: BlocksService,
    private readonly bookings: BlockBookingsService,
  ) {}

  @Get()
  @Operation({
    summary: 'List block bookings',
    description: 'The newest first, each with how many of its bookings are in which status.',
    access: 'booking.read',
    onlyReads: true,
    response: BlockBookingPageResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  list(@Access() access: SiteAccess, @Query() query: ListBlocksQuery): Promise<BlockBookingPageResponse> {
    return this.blocks.list(access, query);
  }

  @Get(':blockId')
  @Operation({
    summary: 'Read a block booking',
    access: 'booking.read',
    onlyReads: true,
    response: BlockBookingResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  read(
    @Access() access: SiteAccess,
    @IdParam('blockId') id: string,
    @Query() _query: SiteQuery,
  ): Promise<BlockBookingResponse> {
    return this.blocks.get(access, id);
  }

  @Patch(':blockId')
  @Operation({
    summary: 'Change a block booking',
    description:
      'Its name and notes, and the dates of all its live bookings: all of them get the new nights, or nothing ' +
      'changes and ' +
      '`conflicts` names what is in the way, at most 50 per booking, and `bookings` those that are refused.',
    access: 'booking.bulk',
    rateLimit: 'bulk',
    response: ChangedBlockResponse,
    example: { site: EXAMPLE.site, notes: 'Invoice to the faculty of arts' },
    addition: true,
    errors: [
      'unknown_reference',
      'duplicate_name',
      'booking_conflict',
      'booking_closed',
      'version_mismatch',
      'invalid_date_range',
    ],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('blockId') id: string,
    @Body() body: UpdateBlockRequest,
    @IfMatch() version?: number,
  ): Promise<ChangedBlockResponse> {
    return this.blocks.update(access, id, body, version);
  }

  @Post(':blockId/bookings')
  @Idempotent()
  @LargeBody()
  @Operation({
    summary: 'Add bookings to a block booking',
    description:
      'Works like `POST /bookings/bulk`, for the nights of the block unless others are given. With `status: ' +
      'provisional` a room can be held before the guests are known.',
    access: 'booking.bulk',
    rateLimit: 'bulk',
    response: BulkResponse,
    example: {
      site: EXAMPLE.site,
      contract_start: '2030-07-01',
      contract_end: '2030-07-13',
      status: 'provisional',
      assignments: [{ location_id: EXAMPLE.room }],
    },
    addition: true,
    errors: ['unknown_reference', 'invalid_date_range', 'payload_too_large'],
  })
  add(
    @Access() access: SiteAccess,
    @IdParam('blockId') id: string,
    @Body() body: AddBookingsRequest,
  ): Promise<BulkResponse> {
    return this.bookings.add(access, id, body);
  }

  @Post(':blockId/release')
  @Idempotent()
  @Operation({
    summary: 'Release bookings of a block booking',
    description:
      'Cancels the given bookings, or all bookings that nobody has moved into. Each has its own outcome; with ' +
      '`atomic` either all are released or none is.',
    access: 'booking.bulk',
    rateLimit: 'bulk',
    response: ReleaseResponse,
    example: { site: EXAMPLE.site, cancellation_code: 'requested_by_student' },
    addition: true,
    errors: ['unknown_reference', ...CODES],
  })
  release(
    @Access() access: SiteAccess,
    @IdParam('blockId') id: string,
    @Body() body: ReleaseBookingsRequest,
  ): Promise<ReleaseResponse> {
    return this.bookings.release(access, id, body);
  }

  @Post(':blockId/cancel')
  @Idempotent()
  @Operation({
    summary: 'Cancel a block booking as a whole',
    description:
      'Cancels all of its live bookings, or none if a guest has moved in. Its bookings can be reinstated one by one.',
    access: 'booking.bulk',
    rateLimit: 'bulk',
    response: ChangedBlockResponse,
    example: { site: EXAMPLE.site, cancellation_code: 'requested_by_student' },
    addition: true,
    errors: ['unknown_reference', ...CODES, 'transition_not_allowed'],
  })
  cancel(
    @Access() access: SiteAccess,
    @IdParam('blockId') id: string,
    @Body() body: CancelBlockRequest,
  ): Promise<ChangedBlockResponse> {
    return this.bookings.cancel(access, id, body);
  }
}
