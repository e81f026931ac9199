import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EXAMPLE } from '#libs/core/http/examples';
import { IdParam } from '#libs/core/http/ids';
import { SuccessResponse } from '#libs/core/http/success.dto';
import {
  CalendarFeedResponse,
  CreateCalendarFeedRequest,
  CreatedCalendarFeedResponse,
} from '#libs/calendar-feeds/calendar-feeds.dto';
import { CalendarFeedsService } from '#libs/calendar-feeds/calendar-feeds.service';

@ApiTags('Calendar')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/calendar-feeds')
export class CalendarFeedsController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  @Get()
  @Operation({
    summary: 'List the calendars with a secret link',
    access: 'calendar_feed.write',
    response: [CalendarFeedResponse],
    addition: true,
  })
  list(@Access() access: SiteAccess): Promise<CalendarFeedResponse[]> {
    return this.feeds.list(access);
  }

  @Post()
  @Operation({
    summary: 'Make a calendar with a secret link',
    description:
      'A calendar of arrivals and departures, to subscribe to in any calendar program. Anybody who has the link ' +
      'can read it without a log-in. The link is shown once, can be revoked, and ends with the membership of the ' +
      'user who made it, or when their password is reset.',
    access: 'calendar_feed.write',
    response: CreatedCalendarFeedResponse,
    addition: true,
    example: { location: EXAMPLE.building },
    errors: ['unknown_reference'],
  })
  create(@Access() access: SiteAccess, @Body() body: CreateCalendarFeedRequest): Promise<CreatedCalendarFeedResponse> {
    return this.feeds.create(access, body);
  }

  @Delete(':feedId')
  @ApiParam({ name: 'feedId' })
  @Operation({
    summary: 'Revoke the link of a calendar',
    description: 'At once. Programs that subscribed to it get 404.',
    access: 'calendar_feed.write',
    response: SuccessResponse,
    addition: true,
  })
  async revoke(@Access() access: SiteAccess, @IdParam('feedId') id: string): Promise<SuccessResponse> {
    await this.feeds.revoke(access, id);
    return { success: true };
  }
}
