import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IdParam } from '#libs/core/http/ids';
import { BlockBookingPageResponse, BlockBookingResponse } from '#libs/bookings/blocks/blocks.dto';
import { BlocksService } from '#libs/bookings/blocks/blocks.service';
import { PageQuery, SiteQuery } from '../read-booking.dto.js';

@ApiTags('Block bookings')
@Controller('block-bookings')
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @Get()
  @Operation({
    summary: 'List block bookings',
    description: 'The newest first, each with how many of its bookings are in which status.',
    access: 'booking.read',
    answers: BlockBookingPageResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  list(@Access() access: SiteAccess, @Query() query: PageQuery): Promise<BlockBookingPageResponse> {
    return this.blocks.list(access, query);
  }

  @Get(':blockId')
  @Operation({
    summary: 'Read a block booking',
    access: 'booking.read',
    answers: BlockBookingResponse,
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
}
