import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { requireKnown } from '#libs/accounts/audit/as-of';
import { Database } from '#libs/core/database/database';
import { type Ending, listEnding } from '#libs/bookings/expiring/expiring.queries';
import { JsonText } from '#libs/core/http/json-text';
import { Clock } from '#libs/core/time/clock';
import { addDays, dateOf, localDate, startOfDay } from '#libs/core/time/site-time';
import { entriesOf } from '#libs/core/database/page-of';
import { countWaiting } from '#libs/occupancy/waiting.queries';
import { treeFilter } from '#libs/locations/below.queries';
import type { DayQuery, SiteDayResponse, SlotTimeResponse } from '#libs/day/day.dto';
import type { Section, SiteDay } from '#libs/day/candidates.queries';
import { type DayRow, findDay } from '#libs/day/day.queries';
import { type Capacity, findCapacities } from '#libs/day/slot-capacities.queries';
import { listClosuresOfDay, listPlannedMoves } from './day-lists.queries.js';
import { pastOfDay } from '#libs/day/past-day.queries';
import { countWebhooksOf } from '#libs/webhooks/webhooks.queries';

/** The day view of a site: arrivals, departures, people in house. */
@Injectable()
export class DayService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The day as it is known now, or was at an instant. @throws InvalidField */
  async get(access: SiteAccess, query: DayQuery): Promise<JsonText<SiteDayResponse>> {
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
      at ? null : countWaiting(this.database, day),
      countWebhooksOf(this.database, site.id),
      at ? [] : findCapacities(this.database, { siteId: site.id, on, tree: query.location_tree }),
    ]);
    const first = JSON.stringify({ site: site.id, on, today });
    const rest = JSON.stringify({
      planned_moves,
      closures: { begin, end },
      holds: entriesOf(holds),
      waiting,
      webhooks,
    });
    return new JsonText(`${first.slice(0, -1)},${listsOf(row, capacities)},${rest.slice(1)}`);
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

const BEFORE_ID = '{"_id":"'.length;
const AFTER_ID = BEFORE_ID + 36;

/** The lists of bookings as the JSON of their fields; their entries are text that PostgreSQL wrote. */
function listsOf(row: DayRow, capacities: Capacity[]): string {
  const entries = new Map(row.entries?.split('\n').map((entry) => [entry.slice(BEFORE_ID, AFTER_ID), entry]));
  const textOf = (list: Section | 'slots', fields: object) =>
    `${JSON.stringify(fields).slice(0, -1)},"entries":[${(row.lists[list] ?? []).map((id) => entries.get(id)).join(',')}]}`;
  const buildingsOf = (list: Section | 'slots') =>
    row.counts
      .filter(({ counts }) => counts[list] > 0)
      .map(({ building, name, counts }) => ({ building, name, count: counts[list] }));
  const listOf = (section: Section) => {
    const by_building = buildingsOf(section);
    return textOf(section, { count: sum(by_building), by_building });
  };
  const slots = { count: sum(row.slots), by_building: buildingsOf('slots'), times: timesOf(row, capacities) };
  return [
    `"arrivals":{"due":${listOf('arrivals_due')},"late":${listOf('arrivals_late')},"done":${listOf('arrivals_done')}}`,
    `"departures":{"due":${listOf('departures_due')},"overdue":${listOf('departures_overdue')},"done":${listOf('departures_done')}}`,
    `"in_house":${listOf('in_house')}`,
    `"departure_slots":${textOf('slots', slots)}`,
  ].join(',');
}
