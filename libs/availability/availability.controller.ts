import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { AvailabilityQuery, AvailabilityResponse } from '#libs/availability/availability.dto';
import { AvailabilityService } from '#libs/availability/availability.service';

@ApiTags('Availability')
@Controller('sites/:siteId/availability')
export class AvailabilityController {
  constructor(private readonly availability: AvailabilityService) {}

  @Get()
  @ApiParam({ name: 'siteId' })
  @Operation({
    summary: 'List free places',
    description: 'For a range of nights: free places by type and night, and the locations that are free all the time.',
    access: 'booking.read',
    onlyReads: true,
    response: AvailabilityResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  get(@Access() access: SiteAccess, @Query() query: AvailabilityQuery): Promise<AvailabilityResponse> {
    return this.availability.get(access, query);
  }
}
