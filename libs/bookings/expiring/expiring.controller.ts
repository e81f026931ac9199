import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { ExpiringQuery, ExpiringResponse } from '#libs/bookings/expiring/expiring.dto';
import { ExpiringService } from '#libs/bookings/expiring/expiring.service';

@ApiTags('Daily operations')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/expiring')
export class ExpiringController {
  constructor(private readonly expiring: ExpiringService) {}

  @Get()
  @Operation({
    summary: 'List stays, permits and holds that end soon',
    description: 'Parking permits of live bookings, stays of people in house, and holds of provisional bookings.',
    access: 'booking.read',
    onlyReads: true,
    response: ExpiringResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  get(@Access() access: SiteAccess, @Query() query: ExpiringQuery): Promise<ExpiringResponse> {
    return this.expiring.get(access, query);
  }
}
