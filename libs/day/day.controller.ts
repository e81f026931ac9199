import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import type { JsonText } from '#libs/core/http/json-text';
import { DayQuery, SiteDayResponse } from '#libs/day/day.dto';
import { DayService } from '#libs/day/day.service';

@ApiTags('Daily operations')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/day')
export class DayController {
  constructor(private readonly days: DayService) {}

  @Get()
  @Operation({
    summary: 'See a day of a site',
    description:
      'Arrivals, departures, who is in house, planned moves, closures that begin or end, and departure slots: each ' +
      'with its count, its counts by building, and its first entries. With `as_of`, the state at an instant.',
    access: 'booking.read',
    onlyReads: true,
    response: SiteDayResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference'],
  })
  get(@Access() access: SiteAccess, @Query() query: DayQuery): Promise<JsonText<SiteDayResponse>> {
    return this.days.get(access, query);
  }
}
