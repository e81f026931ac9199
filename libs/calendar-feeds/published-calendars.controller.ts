import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { CalendarQuery } from '#libs/calendar-feeds/calendar-feeds.dto';
import { CalendarFeedsService, DAYS_AHEAD, DAYS_BACK, MOST_EVENTS } from '#libs/calendar-feeds/calendar-feeds.service';

@ApiTags('Calendar')
@Controller('calendars')
export class PublishedCalendarsController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  // The token is in the query, which logs and traces omit.
  @Get('feed.ics')
  @Operation({
    summary: 'Read a calendar by its secret link',
    description:
      `iCalendar (RFC 5545): an event of a whole day for each arrival and departure from ${DAYS_BACK} days ago to ${DAYS_AHEAD} days ahead, ` +
      `at most ${MOST_EVENTS.toLocaleString('en-GB')}. A stay that is cancelled disappears. 404 when the link was revoked, or ended with a membership or a reset password.`,
    access: 'public',
    rateLimit: 'feed',
    response: 'text/calendar',
    errors: ['invalid_query', 'not_found'],
    addition: true,
  })
  async read(@Query() { token }: CalendarQuery, @Res() reply: FastifyReply): Promise<void> {
    await reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="lodge.ics"')
      .send(await this.feeds.read(token));
  }
}
