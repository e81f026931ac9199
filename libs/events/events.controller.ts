import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentCaller, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { EventPage, EventsQuery } from '#libs/events/events.dto';
import { EventsService } from '#libs/events/events.service';

const FORM =
  'In the order in which they were committed; none is left out and none comes twice. Go on with `next_cursor`, also where nothing came. ' +
  'Events of records that you may not read are left out, and welfare data needs `student.welfare`.';

@ApiTags('Events')
@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get('sites/:siteId/events')
  @ApiParam({ name: 'siteId' })
  @Operation({
    operationId: 'EventsController_list',
    summary: 'Read what changed in a site',
    description: FORM,
    access: 'event.read',
    response: EventPage,
    addition: true,
    errors: ['invalid_query', 'cursor_gone'],
  })
  list(@Access() access: SiteAccess, @Query() query: EventsQuery): Promise<EventPage> {
    return this.events.page([access], query);
  }

  @Get('events')
  @Operation({
    summary: 'Read what changed in all of your sites',
    description: FORM,
    access: 'session_or_key',
    response: EventPage,
    addition: true,
    errors: ['invalid_query', 'cursor_gone'],
  })
  listAll(@CurrentCaller() caller: Caller, @Query() query: EventsQuery): Promise<EventPage> {
    return this.events.ofAllSites(caller, query);
  }
}
