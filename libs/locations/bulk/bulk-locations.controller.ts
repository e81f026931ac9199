import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { FILE_TYPES } from '#libs/core/http/file-types';
import { LargeBody } from '#libs/core/http/large-body';
import { Idempotent } from '#libs/idempotency/idempotent.decorator';
import { CreateLocationsRequest, CreateLocationsResponse } from '#libs/locations/bulk/bulk-locations.dto';
import { BulkLocationsService } from '#libs/locations/bulk/bulk-locations.service';
import { locationFieldOf, locationOf } from '#libs/locations/bulk/columns';

@ApiTags('Locations')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/locations')
export class BulkLocationsController {
  constructor(private readonly locations: BulkLocationsService) {}

  @Post('bulk')
  @Idempotent()
  @LargeBody({
    columnOf: locationFieldOf,
    rowsIn: 'locations',
    rowOf: locationOf,
  })
  @ApiConsumes('application/json', ...FILE_TYPES)
  @ApiBody({ type: CreateLocationsRequest })
  @Operation({
    operationId: 'Locations_createMany',
    summary: 'Create many locations at once',
    description:
      'A building with its rooms: up to 1,000 locations, all of them or none, with every error of every row. The ' +
      'parent of a row may be an earlier row, and a `range` such as `101-130` makes a location for each number. ' +
      'The rows can also be sent as a file, CSV or a ' +
      'workbook (.xlsx), with a column per field.',
    access: 'location.write',
    rateLimit: 'bulk',
    response: CreateLocationsResponse,
    example: {
      locations: [
        { name: 'West House', code: 'W', type: 'Building' },
        { name: 'Room {n}', code: 'W-{n}', type: 'Studio', parent: 'W', range: '001-030', floor: '0' },
      ],
    },
    addition: true,
    errors: ['duplicate_name', 'unknown_reference', 'location_in_use', 'payload_too_large', 'unsupported_media_type'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateLocationsRequest): Promise<CreateLocationsResponse> {
    return this.locations.create(access, body);
  }
}
