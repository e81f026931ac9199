import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, type SiteAccess } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import {
  DepartureSlotListResponse,
  ListDepartureSlotsQuery,
  SetDepartureSlotsRequest,
} from '#libs/bookings/departure-slots/departure-slots.dto';
import { DepartureSlotsService } from '#libs/bookings/departure-slots/departure-slots.service';

@ApiTags('Daily operations')
@ApiParam({ name: 'siteId' })
@Controller('sites/:siteId/departure-slots')
export class DepartureSlotsController {
  constructor(private readonly slots: DepartureSlotsService) {}

  @Get()
  @Operation({
    summary: 'List departure slots',
    description:
      'The times at which people can leave on some days, with how many places are taken. `departure_slot_at` of a ' +
      'booking takes one of these places. `GET /bookings?departure_slot_on=` lists the bookings of a day with ' +
      'their times.',
    access: 'site.read',
    onlyReads: true,
    response: DepartureSlotListResponse,
    addition: true,
    errors: ['invalid_query', 'unknown_reference', 'invalid_date_range'],
  })
  list(@Access() access: SiteAccess, @Query() query: ListDepartureSlotsQuery): Promise<DepartureSlotListResponse> {
    return this.slots.list(access, query);
  }

  @Put()
  @Operation({
    summary: 'Set departure slots',
    description:
      'Replaces the slots of some days of a building, or of the whole site. The slots of a building replace those ' +
      'of the site there. Bookings keep the times that they have.',
    access: 'departure_slot.write',
    response: DepartureSlotListResponse,
    addition: true,
    example: {
      on: '2029-06-30',
      slots: [
        { time: '09:00', capacity: 10 },
        { time: '10:00', capacity: 15 },
      ],
    },
    errors: ['unknown_reference', 'invalid_date_range'],
  })
  set(@Access() access: SiteAccess, @Body() body: SetDepartureSlotsRequest): Promise<DepartureSlotListResponse> {
    return this.slots.set(access, body);
  }
}
