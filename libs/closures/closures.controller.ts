import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IfMatch } from '#libs/core/http/etag';
import { IdParam } from '#libs/core/http/ids';
import {
  ClosurePageResponse,
  ClosureResponse,
  CreateClosureRequest,
  EndClosureRequest,
  ListClosuresQuery,
  UpdateClosureRequest,
} from '#libs/closures/closures.dto';
import { ClosuresService } from '#libs/closures/closures.service';

@ApiTags('Closures')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/closures')
export class ClosuresController {
  constructor(private readonly closures: ClosuresService) {}

  @Get()
  @Operation({
    summary: 'List closures',
    description: 'The times in which locations are out of service, the earliest first.',
    access: 'site.read',
    onlyReads: true,
    response: ClosurePageResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  list(@Access() access: SiteAccess, @Query() query: ListClosuresQuery): Promise<ClosurePageResponse> {
    return this.closures.list(access, query);
  }

  @Post()
  @Operation({
    summary: 'Close a location',
    description: 'The closure includes everything below the location. Bookings and guests in the way are listed.',
    access: 'closure.write',
    response: ClosureResponse,
    addition: true,
    example: {
      location: EXAMPLE.room,
      from: '2029-07-01',
      to: '2029-07-15',
      kind: 'maintenance',
      reason: 'New windows',
    },
    errors: ['unknown_reference', 'invalid_date_range', 'closure_conflict'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateClosureRequest): Promise<ClosureResponse> {
    return this.closures.create(access, body);
  }

  @Get(':closureId')
  @Operation({
    summary: 'Read a closure',
    access: 'site.read',
    onlyReads: true,
    response: ClosureResponse,
    addition: true,
  })
  read(@Access() access: SiteAccess, @IdParam('closureId') id: string): Promise<ClosureResponse> {
    return this.closures.get(access, id);
  }

  @Patch(':closureId')
  @Operation({
    summary: 'Change a closure',
    access: 'closure.write',
    response: ClosureResponse,
    addition: true,
    example: { notes: 'The builder has the keys' },
    errors: ['unknown_reference', 'invalid_date_range', 'closure_conflict', 'version_mismatch'],
  })
  update(
    @Access() access: SiteAccess,
    @IdParam('closureId') id: string,
    @Body() body: UpdateClosureRequest,
    @IfMatch() version?: number,
  ): Promise<ClosureResponse> {
    return this.closures.update(access, id, body, version);
  }

  @Post(':closureId/end')
  @Operation({
    summary: 'End a closure',
    description: 'The location opens again on that day. One that has not begun keeps no night.',
    access: 'closure.write',
    response: ClosureResponse,
    addition: true,
    example: {},
    errors: ['invalid_date_range', 'version_mismatch'],
  })
  end(
    @Access() access: SiteAccess,
    @IdParam('closureId') id: string,
    @Body() body: EndClosureRequest,
    @IfMatch() version?: number,
  ): Promise<ClosureResponse> {
    return this.closures.end(access, id, body, version);
  }
}
