import type { Sql } from '#libs/core/database/transaction';
import { contractEndOf, isLate, sleepsElsewhere } from '#libs/occupancy/functions/late-stays';
import { EXPECTED_IN_SQL } from '#libs/occupancy/live';
import { addDays } from '#libs/core/time/site-time';
import { columnList } from '#libs/core/database/columns';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

/** A day of a group of places. */
export interface OccupancyDay {
  date: string;
  capacity: number;
  closed: number;
  held: number;
  in_house: number;
  turnaround: number;
  arrivals: number;
  departures: number;
  free: number;
}

export interface OccupancyGroup {
  _id: string | null;
  name: string | null;
  days: OccupancyDay[];
}

export const GROUPS = ['day', 'location_type', 'building'] as const;
export type GroupBy = (typeof GROUPS)[number];

// What a place is counted under. A building is a location at the top of the tree; all together are the site.
const GROUP_OF: Record<GroupBy, string> = {
  day: '$1::uuid',
  location_type: 'l.location_type_id',
  building: 'coalesce(l.above[1], l.id)',
};
const NAMES: Record<GroupBy, string> = {
  day: 'SELECT NULL::uuid AS id, NULL::text AS name WHERE false',
  location_type: 'SELECT id, name FROM location_types WHERE site_id = $1',
  building: 'SELECT id, name FROM locations WHERE site_id = $1',
};

// A place is counted once: where a flat and the rooms in it can both be booked, the rooms are the places. The flat has none, and still
// shows who had it before there was a room in it.
const LEAVES = (by: GroupBy) => `
RECURSIVE tree AS (
  SELECT l.id, l.location_type_id, l.capacity, l.open, '{}'::uuid[] AS above FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL
  UNION ALL
  SELECT l.id, l.location_type_id, l.capacity, l.open, t.above || t.id FROM tree t JOIN locations l ON l.site_id = $1 AND l.parent_id = t.id),
bookable AS MATERIALIZED (
  SELECT t.id, t.location_type_id, CASE WHEN y.can_be_allocated_to_bookings THEN t.capacity ELSE 0 END AS capacity, t.open, t.above
  FROM tree t JOIN location_types y ON y.site_id = $1 AND y.id = t.location_type_id
  -- A room that cannot be booked any more has no places, and still shows who was in it.
  -- Looked up one by one, as they are few: without LIMIT, all that is taken would be read first.
  WHERE y.can_be_allocated_to_bookings OR (
    SELECT true FROM occupancies o
    WHERE o.location_id = t.id AND o.site_id = $1 AND o.live AND o.period && daterange($2::date - 1, $3) LIMIT 1)),
wholes AS MATERIALIZED (SELECT DISTINCT a.id FROM bookable b CROSS JOIN LATERAL unnest(b.above) AS a (id)),
leaves AS MATERIALIZED (
  SELECT l.id, CASE WHEN w.id IS NULL THEN l.capacity ELSE 0 END AS capacity, l.open, ${GROUP_OF[by]} AS grp, w.id IS NOT NULL AS whole, l.above
  FROM bookable l LEFT JOIN wholes w ON w.id = l.id)`;

/** Whether a stay is counted in a location: not in a flat of which it has the rooms. */
const isCounted = (o: string, holder: string) => `(NOT l.whole OR NOT EXISTS (
    SELECT FROM occupancies p JOIN leaves x ON x.id = p.location_id
    WHERE p.site_id = $1 AND p.booking_id = ${holder} AND p.segment = ${o}.segment
      AND (p.part_of = ${o}.location_id AND p.location_id <> ${o}.location_id OR ${o}.location_id = ANY(x.above))))`;

// The stays that have a night, or one for cleaning, from the day before the first day on; those with the same nights count as one
// row. The last stay of a booking is the one after which there are no nights in another room. The nights of most rows are what they say: these
// are counted before anything is computed of them. The others are those of odd_holders(). Lists are arrays, whose lengths no plan depends on.
const IN_RANGE = (period: string) => `${period} && daterange($2::date - 1, $3)`;
const STAYS = `
later AS MATERIALIZED (
  SELECT o.booking_id, generate_series(2, max(o.segment)) AS segment FROM occupancies o
  WHERE o.site_id = $1 AND o.live AND o.segment > 1 AND NOT isempty(o.period) GROUP BY 1),
counted AS (
  SELECT l.grp, l.open, CASE WHEN o.slot > l.capacity THEN l.id END AS gone, o.closed, o.in_house, o.expected, o.first, o.last, o.period, o.turnaround, count(*) AS n
  FROM (
    SELECT ${columnList(Occupancy, 'bookingId segment locationId slot inHouse period turnaround', 'o')}, o.closure_id IS NOT NULL AS closed,
      lower(o.period) < $4::date AND NOT o.in_house AND o.booking_id IN (SELECT unnest(ARRAY(
        SELECT e.id FROM bookings e
        WHERE e.site_id = $1 AND e.status IN ${EXPECTED_IN_SQL} AND e.contract_start < $4::date))) AS expected,
      o.segment = 1 AS first, (o.booking_id, o.segment + 1) NOT IN (
        SELECT n.booking_id, n.segment FROM unnest(ARRAY(SELECT booking_id FROM later), ARRAY(SELECT segment FROM later)) AS n (booking_id, segment)) AS last
    FROM occupancies o
    WHERE o.site_id = $1 AND o.live AND ${IN_RANGE('o.period')} AND CASE
      WHEN o.in_house THEN upper_inf(o.period) OR upper(o.period) - o.turnaround > $4::date
      ELSE lower(o.period) >= $4::date OR o.booking_id NOT IN (SELECT d.id FROM odd_holders($1, $4) d) END OFFSET 0) o
  JOIN leaves l ON l.id = o.location_id WHERE ${isCounted('o', 'o.booking_id')}
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
-- Who is late to leave a place that another booking has tonight sleeps in another place of the room, if one is left.
elsewhere AS MATERIALIZED (
  SELECT l.grp, l.open, least(x.late, l.capacity - (
      SELECT count(DISTINCT o.slot) FROM occupancies o
      WHERE o.site_id = $1 AND o.location_id = l.id AND o.live AND (o.closure_id IS NULL OR o.slot <= l.capacity)
        AND (o.period @> $4::date OR o.in_house AND ${isLate('o', contractEndOf('o'), '$4::date')}))) AS n
  FROM (
    SELECT o.location_id, count(*) AS late FROM occupancies o
    WHERE o.site_id = $1 AND o.in_house AND ${sleepsElsewhere('o', '$4::date')}
    GROUP BY 1) x JOIN leaves l ON l.id = x.location_id),
line AS MATERIALIZED (
  SELECT t.location_id, t.slot, t.closure_id IS NULL AS is_booking, t.holder_id, t.segment, t.state, t.nights, t.cleaning
  FROM odd_holders($1, $4) d JOIN timeline($1, $4) t ON t.holder_id = d.id
  WHERE CASE WHEN t.in_house THEN EXISTS (
      SELECT FROM occupancies o WHERE o.site_id = $1 AND o.booking_id = t.holder_id AND o.segment = t.segment AND o.location_id = t.location_id
        AND o.slot = t.slot AND upper(o.period) - o.turnaround <= $4::date)
    ELSE ${IN_RANGE('t.period')} AND lower(t.period) < $4::date END),
stays AS MATERIALIZED (
  SELECT c.grp, c.open, c.gone, CASE WHEN c.closed THEN 'closed' WHEN c.in_house THEN 'in_house'
      WHEN c.expected OR lower(c.period) >= $4::date THEN 'held' ELSE 'left' END AS state,
    c.first AND NOT c.closed AS first_stay, c.last AND NOT c.closed AS last_stay,
    nights(lower(c.period), upper(c.period) - c.turnaround) AS nights,
    CASE WHEN c.turnaround = 0 THEN 'empty' ELSE nights(upper(c.period) - c.turnaround, upper(c.period)) END AS cleaning, c.n
  FROM counted c
  UNION ALL
  SELECT l.grp, l.open, CASE WHEN t.slot > l.capacity THEN l.id END, t.state, t.segment = 1 AND t.is_booking, n.booking_id IS NULL AND t.is_booking,
    t.nights, t.cleaning, count(*)
  FROM line t JOIN leaves l ON l.id = t.location_id
  LEFT JOIN later n ON n.booking_id = t.holder_id AND n.segment = t.segment + 1
  WHERE ${isCounted('t', 't.holder_id')}
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  UNION ALL
  SELECT e.grp, e.open, NULL, 'in_house', false, false, daterange($4::date, $4::date + 1), 'empty', e.n FROM elsewhere e WHERE e.n > 0),
-- Stays in places that a room has no more take those that it still has, as long as there are any, on each day on which something changes.
shrunk AS MATERIALIZED (
  SELECT l.id, l.grp, l.open, l.capacity FROM leaves l
  WHERE l.capacity > 0 AND l.id IN (SELECT s.gone FROM stays s WHERE s.state <> 'closed')),
within AS (
  SELECT w.grp, w.open, w.day, w.taken - lag(w.taken, 1, 0) OVER (PARTITION BY w.id ORDER BY w.day) AS change
  FROM (
    SELECT r.id, r.grp, r.open, d.day, least(
      sum(sum(CASE WHEN t.slot > r.capacity THEN d.change ELSE 0 END)) OVER day,
      r.capacity - sum(sum(CASE WHEN t.slot <= r.capacity THEN d.change ELSE 0 END)) OVER day)::int AS taken
    FROM shrunk r
    CROSS JOIN LATERAL (
      SELECT t.slot, n.nights FROM timeline($1, $4) t CROSS JOIN LATERAL (VALUES (t.nights), (t.cleaning)) AS n (nights)
      WHERE t.location_id = r.id AND (t.closure_id IS NULL OR t.slot <= r.capacity) AND (t.in_house OR ${IN_RANGE('t.period')})
        AND n.nights && daterange($2, $3) OFFSET 0) t
    CROSS JOIN LATERAL (
      VALUES (greatest(lower(t.nights), $2::date), 1), (least(coalesce(upper(t.nights), $3::date), $3::date), -1)) AS d (day, change)
    GROUP BY r.id, r.grp, r.open, r.capacity, d.day WINDOW day AS (PARTITION BY r.id ORDER BY d.day)) w)`;

/** The days of a range within those that are requested, or nothing: one step up on the first, one down on the day after the last. */
const upAndDown = (kind: string, range: string) => {
  const [from, to] = [`greatest(lower(${range}), $2::date)`, `least(coalesce(upper(${range}), $3::date), $3::date)`];
  const when = `NOT isempty(${range}) AND ${from} < ${to}`;
  return `SELECT grp, open, gone, ${kind} AS kind, ${from} AS day, n AS change FROM stays WHERE ${when}
  UNION ALL SELECT grp, open, gone, ${kind}, ${to}, -n FROM stays WHERE ${when}`;
};
const on = (kind: string, day: string, when: string) =>
  `SELECT grp, open, gone, '${kind}', ${day}, n FROM stays WHERE ${when} AND ${day} >= $2::date AND ${day} < $3::date`;
const STEPS = [
  upAndDown(`CASE state WHEN 'left' THEN 'in_house' ELSE state END`, 'nights'),
  upAndDown(`'turnaround'`, 'cleaning'),
  on('arrivals', 'lower(nights)', 'first_stay'),
  on('departures', 'upper(nights)', 'last_stay'),
].join('\n  UNION ALL ');

const TAKEN = `('closed', 'held', 'in_house', 'turnaround', 'within')`;
const of = (kind: string) => `coalesce(sum(s.change) FILTER (WHERE s.kind = '${kind}'), 0)`;

// What changes on the days on which something does; a day on which nothing does has no step.
const occupancy = (by: GroupBy) => `
WITH ${LEAVES(by)}, ${STAYS},
steps AS (
  SELECT s.grp, s.day, ${of('closed')} AS closed, ${of('held')} AS held, ${of('in_house')} AS in_house, ${of('turnaround')} AS turnaround,
    ${of('arrivals')} AS arrivals, ${of('departures')} AS departures,
    coalesce(sum(s.change) FILTER (WHERE NOT s.open AND s.gone IS NULL AND s.kind IN ${TAKEN}), 0) AS shut,
    coalesce(sum(s.change) FILTER (WHERE s.gone IS NOT NULL AND s.kind IN ${TAKEN}), 0) - ${of('within')} AS gone
  FROM (${STEPS} UNION ALL SELECT grp, open, NULL, 'within', day, change FROM within) s WHERE s.day < $3::date GROUP BY 1, 2),
changes AS (
  SELECT grp, json_agg(json_build_array(day, closed, held, in_house, turnaround, arrivals, departures, shut, gone) ORDER BY day) AS steps
  FROM steps GROUP BY grp),
groups AS (
  SELECT grp, sum(capacity)::int AS capacity, coalesce(sum(capacity) FILTER (WHERE NOT open), 0)::int AS shut FROM leaves GROUP BY grp
  HAVING NOT bool_and(whole) OR grp IN (SELECT c.grp FROM changes c))
SELECT nullif(g.grp, $1) AS _id, n.name, g.capacity, g.shut, coalesce(c.steps, '[]') AS steps
FROM groups g LEFT JOIN changes c ON c.grp = g.grp LEFT JOIN (${NAMES[by]}) n ON n.id = g.grp
ORDER BY n.name COLLATE natural_order, g.grp`;

const OCCUPANCY = { day: occupancy('day'), location_type: occupancy('location_type'), building: occupancy('building') };

/**
 * What changes on a day: closed, held, in house, cleaned, the places of these that are shut, and those that their rooms have no more, as
 * steps; arrivals and departures as counts.
 */
type Step = [day: string, ...changes: [number, number, number, number, number, number, number, number]];

type GroupRow = Pick<OccupancyGroup, '_id' | 'name'> & { capacity: number; shut: number; steps: Step[] };

/** How many places were, are or will be taken on each day from a date up to (not including) another. Dates are the site's. */
export async function readOccupancy(
  sql: Sql,
  siteId: string,
  by: GroupBy,
  { from, to, today }: { from: string; to: string; today: string },
): Promise<OccupancyGroup[]> {
  const rows = await sql.rows<GroupRow>(OCCUPANCY[by], [siteId, from, to, today]);
  const dates: string[] = [];
  for (let date = from; date < to; date = addDays(date, 1)) dates.push(date);
  return rows.map(({ _id, name, ...group }) => ({ _id, name, days: daysOf(group, dates) }));
}

/** Each day of a group: what was taken the day before, and what changes. */
function daysOf({ capacity: places, shut, steps }: Omit<GroupRow, '_id' | 'name'>, dates: string[]): OccupancyDay[] {
  let [next, closed, held, in_house, turnaround, unused, capacity] = [0, 0, 0, 0, 0, shut, places];
  return dates.map((date) => {
    let [arrivals, departures] = [0, 0];
    const step = steps[next];
    if (step?.[0] === date) {
      next += 1;
      closed += step[1];
      held += step[2];
      in_house += step[3];
      turnaround += step[4];
      [arrivals, departures] = [step[5], step[6]];
      // A place that is shut and taken counts as taken.
      unused -= step[7];
      // A room had the places that were taken in it.
      capacity += step[8];
    }
    const free = capacity - closed - unused - held - in_house - turnaround;
    return { date, capacity, closed: closed + unused, held, in_house, turnaround, arrivals, departures, free };
  });
}
