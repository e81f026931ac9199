import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import { addDays, dateOf, localDate } from '#libs/core/time/site-time';
import {
  type CalendarQuery,
  type CalendarResponse,
  MOST_DAYS,
  type OccupancyQuery,
  type OccupancyResponse,
} from '#libs/calendar/calendar.dto';
import { readCalendar } from '#libs/calendar/calendar.queries';
import { readOccupancy } from '#libs/calendar/occupancy.queries';
import { locationExists } from '#libs/locations/location-exists.queries';

/** The calendar of places, read from the rows that prevent a place from being sold twice. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidField `invalid_query` when the range is not 1 to 731 days */
  async occupancy(access: SiteAccess, query: OccupancyQuery): Promise<OccupancyResponse> {
    const range = this.rangeOf(access, query);
    const { from, to } = range;
    return {
      from,
      to,
      group_by: query.group_by,
      data: await readOccupancy(this.database, access.site.id, query.group_by, range),
    };
  }

  /** @throws NotFound, InvalidField `invalid_query` */
  async calendar(access: SiteAccess, location: string, query: CalendarQuery): Promise<CalendarResponse> {
    const { limit, skip } = query;
    const range = this.rangeOf(access, query);
    const { from, to } = range;
    if (!(await locationExists(this.database, access.site.id, location))) throw new NotFound('The location');
    const page = await readCalendar(this.database, access.site.id, location, { ...range, limit, skip });
    return { from, to, ...page, limit, skip };
  }

  private rangeOf({ site }: SiteAccess, query: { from: string; to: string }) {
    const [from, to] = [dateOf(query.from, site.timeZone), dateOf(query.to, site.timeZone)];
    if (to <= from || to > addDays(from, MOST_DAYS))
      throw new InvalidField('invalid_query', 'to', `must lie 1 to ${MOST_DAYS} days after from`);
    return { from, to, today: localDate(this.clock.now(), site.timeZone) };
  }
}
