import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { entriesOf } from '#libs/core/database/page-of';
import { Clock } from '#libs/core/time/clock';
import { addDays, localDate, startOfDay } from '#libs/core/time/site-time';
import { treeFilter } from '#libs/locations/below.queries';
import type { ExpiringQuery, ExpiringResponse } from '#libs/bookings/expiring/expiring.dto';
import { type Ending, listEnding } from '#libs/bookings/expiring/expiring.queries';

/** Permits, stays and holds that end soon, so that staff can speak to the people in time. */
@Injectable()
export class ExpiringService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async get({ site }: SiteAccess, query: ExpiringQuery): Promise<ExpiringResponse> {
    const { within, limit } = query;
    const from = localDate(this.clock.now(), site.timeZone);
    const to = addDays(from, within);
    const ending: Ending = {
      siteId: site.id,
      from,
      to,
      starts: startOfDay(from, site.timeZone),
      ends: startOfDay(addDays(to, 1), site.timeZone),
      tree: treeFilter(query.location_tree),
      limit,
    };
    const [parking, contracts, holds] = await Promise.all([
      listEnding(this.database, 'parking', ending),
      listEnding(this.database, 'contracts', ending),
      listEnding(this.database, 'holds', ending),
    ]);
    return {
      site: site.id,
      from,
      to,
      parking: entriesOf(parking),
      contracts: entriesOf(contracts),
      holds: entriesOf(holds),
    };
  }
}
