import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { IdParam } from '#libs/core/http/ids';
import { CalendarQuery, CalendarResponse, OccupancyQuery, OccupancyResponse } from '#libs/calendar/calendar.dto';
import { CalendarService } from '#libs/calendar/calendar.service';

@ApiTags('Calendar')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId')
export class CalendarController {
  constructor(private readonly calendars: CalendarService) {}

  @Get('occupancy')
  @Operation({
    summary: 'Count occupied and free places per day',
    description: 'Per day, past and future, up to 731 days: of all places, or by location type or building.',
    access: 'booking.read',
    onlyReads: true,
    response: OccupancyResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  occupancy(@Access() access: SiteAccess, @Query() query: OccupancyQuery): Promise<OccupancyResponse> {
    return this.calendars.occupancy(access, query);
  }

  @Get('locations/:locationId/calendar')
  @Operation({
    summary: 'Read the calendar of a location',
    description: 'The places at it and below it, in order, each with its stays and closures.',
    access: 'booking.read',
    onlyReads: true,
    response: CalendarResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  calendar(
    @Access() access: SiteAccess,
    @IdParam('locationId') id: string,
    @Query() query: CalendarQuery,
  ): Promise<CalendarResponse> {
    return this.calendars.calendar(access, id, query);
  }
}
