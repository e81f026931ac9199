import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { requireKnown } from '#libs/accounts/audit/as-of';
import { Database } from '#libs/core/database/database';
import { type Ending, listEnding } from '#libs/bookings/expiring/expiring.queries';
import { Clock } from '#libs/core/time/clock';
import { addDays, dateOf, localDate, startOfDay } from '#libs/core/time/site-time';
import { entriesOf } from '#libs/core/database/page-of';
import { countWaiting } from '#libs/occupancy/waiting.queries';
import { treeFilter } from '#libs/locations/below.queries';
import type { DayListResponse, DayQuery, SiteDayResponse, SlotTimeResponse } from '#libs/day/day.dto';
import { type DayRow, findDay, type Section, type SiteDay } from '#libs/day/day.queries';
import { type Capacity, findCapacities } from '#libs/day/slot-capacities.queries';
import { listClosuresOfDay, listPlannedMoves } from './day-lists.queries.js';
import { pastOfDay } from '#libs/day/past-day.queries';
import { countWebhooksOf } from '#libs/webhooks/webhooks.queries';

/** What happens in a site on a day: who comes, who goes, who is there. */
@Injectable()
export class DayService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The day as it is known now, or was at an instant. @throws InvalidField */
  async get(access: SiteAccess, query: DayQuery): Promise<SiteDayResponse> {
    const { site } = access;
    const now = this.clock.now();
    const at = query.as_of === undefined ? undefined : await requireKnown(this.database, access, query.as_of, now);
    const today = localDate(at ?? now, site.timeZone);
    const on = query.on === undefined ? today : dateOf(query.on, site.timeZone);
    const day: SiteDay = {
      siteId: site.id,
      on,
      today,
      starts: startOfDay(on, site.timeZone),
      ends: startOfDay(addDays(on, 1), site.timeZone),
      tree: treeFilter(query.location_tree),
      ...(at && { at }),
    };
    const [row, planned_moves, begin, end, holds, waiting, webhooks, capacities] = await Promise.all([
      findDay(this.database, day, query.limit),
      listPlannedMoves(this.database, day, query.limit),
      listClosuresOfDay(this.database, day, 'starts', query.limit),
      listClosuresOfDay(this.database, day, 'ends', query.limit),
      listEnding(this.database, 'holds', endingBy(day, addDays(on, 1), site.timeZone, query.limit)),
      countWaiting(this.database, day),
      countWebhooksOf(this.database, site.id),
      at ? [] : findCapacities(this.database, { siteId: site.id, on, tree: query.location_tree }),
    ]);
    return {
      site: site.id,
      on,
      today,
      ...listsOf(row, capacities),
      planned_moves: entriesOf(planned_moves),
      closures: { begin: entriesOf(begin), end: entriesOf(end) },
      holds: entriesOf(holds),
      waiting,
      webhooks,
    };
  }
}

/** What ends from the beginning of a day on, the day `to` included. */
const endingBy = ({ siteId, on, starts, tree, at }: SiteDay, to: string, timeZone: string, limit: number): Ending => ({
  siteId,
  from: on,
  to,
  starts,
  ends: startOfDay(addDays(to, 1), timeZone),
  tree,
  limit,
  ...(at && { past: { tables: pastOfDay, at } }),
});

/** The times of departures, and those at which others could leave. */
function timesOf({ slots }: DayRow, capacities: Capacity[]): SlotTimeResponse[] {
  const times = new Map(slots.map((slot) => [Date.parse(slot.at), { ...slot, capacity: null as number | null }]));
  for (const { at, capacity } of capacities) {
    const time = Date.parse(at);
    times.set(time, { ...(times.get(time) ?? { at, count: 0, done: 0 }), capacity });
  }
  return [...times].sort(([one], [other]) => one - other).map(([, time]) => time);
}

const sum = (counts: { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0);

function listsOf(row: DayRow, capacities: Capacity[]) {
  const firstsOf = (list: Section | 'slots') =>
    row.entries.filter((each) => each.list === list).map(({ entry }) => entry);
  const listOf = (section: Section): DayListResponse => {
    const by_building = row.counts
      .filter(({ counts }) => counts[section] > 0)
      .map(({ building, name, counts }) => ({ building, name, count: counts[section] }));
    return { count: sum(by_building), by_building, entries: firstsOf(section) };
  };
  const due = { due: listOf('arrivals_due'), late: listOf('arrivals_late'), done: listOf('arrivals_done') };
  return {
    arrivals: due,
    departures: {
      due: listOf('departures_due'),
      overdue: listOf('departures_overdue'),
      done: listOf('departures_done'),
    },
    in_house: listOf('in_house'),
    departure_slots: { count: sum(row.slots), times: timesOf(row, capacities), entries: firstsOf('slots') },
  };
}
