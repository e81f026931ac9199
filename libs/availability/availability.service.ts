import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { addDays, dateOf, localDate } from '#libs/core/time/site-time';
import type { AvailabilityQuery, AvailabilityResponse } from '#libs/availability/availability.dto';
import { countByType, listFree } from '#libs/availability/availability.queries';

const MOST_NIGHTS = 366;

/** What is free, read from the very rows that keep a place from being sold twice. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidField `invalid_query` when the range is not 1 to 366 nights */
  async get({ site }: SiteAccess, query: AvailabilityQuery): Promise<AvailabilityResponse> {
    const { limit, skip, location_type: type, location_tree: tree } = query;
    const from = dateOf(query.from, site.timeZone);
    const to = query.to === undefined ? null : dateOf(query.to, site.timeZone);
    if (to !== null && (to <= from || to > addDays(from, MOST_NIGHTS)))
      throw new InvalidField('invalid_query', 'to', `must lie 1 to ${MOST_NIGHTS} days after from`);
    if ([type, tree].some((id) => id !== undefined && !isId(id)))
      return { from, to, types: [], data: [], total: 0, limit, skip };
    const nights = {
      siteId: site.id,
      from,
      to,
      today: localDate(this.clock.now(), site.timeZone),
      locationType: type ?? null,
      locationTree: tree ?? null,
    };
    const [types, { total, data }] = await Promise.all([
      countByType(this.database, nights),
      listFree(this.database, nights, limit, skip),
    ]);
    return { from, to, types, data, total, limit, skip };
  }
}
