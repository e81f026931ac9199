import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { sendFile } from '#libs/core/csv/csv-file';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { IdParam } from '#libs/core/http/ids';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { OffersService } from '#libs/waiting-list/offers.service';
import { WaitingExportService } from '#libs/waiting-list/waiting-export.service';
import { OfferRequest, OfferResponse } from '#libs/waiting-list/offers.dto';
import {
  CreateWaitingEntryRequest,
  ExportWaitingQuery,
  ListWaitingQuery,
  UpdateWaitingEntryRequest,
  WaitingEntryResponse,
  WaitingPageResponse,
} from '#libs/waiting-list/waiting-list.dto';
import { WaitingListService } from '#libs/waiting-list/waiting-list.service';

@ApiTags('Waiting list')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/waiting-list')
export class WaitingListController {
  constructor(
    private readonly entries: WaitingListService,
    private readonly offers: OffersService,
    private readonly exports: WaitingExportService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the waiting list',
    description: 'In the order in which they are served: by priority, then by how long they have waited.',
    access: 'booking.read',
    onlyReads: true,
    response: WaitingPageResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  list(@Access() access: SiteAccess, @Query() query: ListWaitingQuery): Promise<WaitingPageResponse> {
    return this.entries.list(access, query);
  }

  @Post()
  @Idempotent()
  @Operation({
    summary: 'Add an entry to the waiting list',
    description: 'A student, or a name with a contact, for a type of location and for dates.',
    access: 'waiting_list.write',
    response: WaitingEntryResponse,
    addition: true,
    example: {
      person: EXAMPLE.student,
      location_type: EXAMPLE.locationType,
      from: '2027-09-18',
      to: '2028-06-30',
      notes: 'Ground floor if possible',
    },
    errors: ['unknown_reference', 'location_not_allocatable', 'invalid_date_range'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateWaitingEntryRequest): Promise<WaitingEntryResponse> {
    return this.entries.create(access, body);
  }

  @Get('export')
  @Operation({
    summary: 'Export the waiting list as CSV or a workbook',
    description: 'With the filters of the list, in the same order.',
    access: 'booking.export',
    response: 'text/csv',
    orFile: XLSX_TYPE,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  export(@Access() access: SiteAccess, @Query() query: ExportWaitingQuery, @Res() reply: FastifyReply): Promise<void> {
    return sendFile(reply, this.exports.fileName(access, query.format), () => this.exports.open(access, query));
  }

  @Get(':entryId')
  @Operation({
    summary: 'Read an entry of the waiting list',
    access: 'booking.read',
    onlyReads: true,
    response: WaitingEntryResponse,
    addition: true,
  })
  read(@Access() access: SiteAccess, @IdParam('entryId') id: string): Promise<WaitingEntryResponse> {
    return this.entries.get(access, id);
  }

  @Patch(':entryId')
  @Operation({
    summary: 'Change an entry of the waiting list',
    access: 'waiting_list.write',
    response: WaitingEntryResponse,
    addition: true,
    example: { priority: 10 },
    errors: [
      'unknown_reference',
      'location_not_allocatable',
      'invalid_date_range',
      'waiting_state',
      'version_mismatch',
    ],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('entryId') id: string,
    @Body() body: UpdateWaitingEntryRequest,
    @IfMatch() version?: number,
  ): Promise<WaitingEntryResponse> {
    return this.entries.update(access, id, body, version);
  }

  @Delete(':entryId')
  @Operation({
    summary: 'Withdraw an entry of the waiting list',
    description: 'It is kept, and shown as withdrawn. One that has an offer waits until its booking is cancelled.',
    access: 'waiting_list.write',
    response: WaitingEntryResponse,
    addition: true,
    errors: ['waiting_state', 'version_mismatch'],
  })
  withdraw(
    @Access() access: SiteAccess,
    @IdParam('entryId') id: string,
    @IfMatch() version?: number,
  ): Promise<WaitingEntryResponse> {
    return this.entries.withdraw(access, id, version);
  }

  @Post(':entryId/offers')
  @Idempotent()
  @Operation({
    summary: 'Offer a place to an entry of the waiting list',
    description:
      'Makes a provisional booking that is held until `hold_until`. When it is confirmed, the entry has its place; ' +
      'when the hold ends ' +
      'or the booking is cancelled, the entry waits again, where it was in the queue.',
    access: 'booking.write',
    response: OfferResponse,
    addition: true,
    example: { location: EXAMPLE.room, hold_until: '2027-09-01T12:00:00+01:00' },
    errors: [
      'booking_conflict',
      'unknown_reference',
      'location_not_allocatable',
      'invalid_date_range',
      'waiting_state',
      'version_mismatch',
    ],
  })
  offer(
    @Access() access: SiteAccess,
    @IdParam('entryId') id: string,
    @Body() body: OfferRequest,
    @IfMatch() version?: number,
  ): Promise<OfferResponse> {
    return this.offers.offer(access, id, body, version);
  }
}
