import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { type Page, pageOf } from '#libs/core/database/page-of';

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

// What a place is counted under. A building is what stands at the top of the tree; all together are the site.
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

// A place is counted once: where a flat and the rooms in it can both be booked, the rooms are the places.
const LEAVES = (by: GroupBy) => `
RECURSIVE tree AS (
  SELECT l.id, l.location_type_id, l.capacity, l.open, '{}'::uuid[] AS above FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL
  UNION ALL
  SELECT l.id, l.location_type_id, l.capacity, l.open, t.above || t.id FROM tree t JOIN locations l ON l.site_id = $1 AND l.parent_id = t.id),
bookable AS MATERIALIZED (
  SELECT t.* FROM tree t JOIN location_types y ON y.site_id = $1 AND y.id = t.location_type_id AND y.can_be_allocated_to_bookings),
leaves AS MATERIALIZED (
  SELECT l.id, l.capacity, l.open, ${GROUP_OF[by]} AS grp FROM bookable l
  WHERE l.id NOT IN (SELECT a.id FROM bookable b CROSS JOIN LATERAL unnest(b.above) AS a (id)))`;

// The stays that have a night, or one for cleaning, from the day before the first day on; those with the same days count as one
// row from here on. The last stay of a booking is the one after which there is none in another room.
const STAYS = `
later AS MATERIALIZED (SELECT DISTINCT o.booking_id, o.segment FROM occupancies o WHERE o.site_id = $1 AND o.live AND o.segment > 1),
line AS MATERIALIZED (
  SELECT t.location_id, t.closure_id, t.holder_id, t.segment, t.state, lower(t.nights) AS arrival, upper(t.nights) AS departure,
    lower(t.cleaning) AS cleaned_from, upper(t.cleaning) AS clean
  FROM timeline($1, $4) t WHERE t.period && daterange($2::date - 1, $3) OR t.in_house),
stays AS MATERIALIZED (
  SELECT l.grp, l.open, t.state, t.segment = 1 AND t.closure_id IS NULL AS first_stay,
    n.booking_id IS NULL AND t.closure_id IS NULL AS last_stay, t.arrival, t.departure, t.cleaned_from, t.clean, count(*) AS n
  FROM line t JOIN leaves l ON l.id = t.location_id
  LEFT JOIN later n ON n.booking_id = t.holder_id AND n.segment = t.segment + 1
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9)`;

/** The days of a range within those that are asked for, or nothing: one step up on the first, one down on the day after the last. */
const upAndDown = (kind: string, first: string, last: string) => {
  const [from, to] = [`greatest(${first}, $2::date)`, `least(coalesce(${last}, $3::date), $3::date)`];
  const when = `${first} IS NOT NULL AND ${from} < ${to}`;
  return `SELECT grp, open, ${kind} AS kind, ${from} AS day, n AS change FROM stays WHERE ${when}
  UNION ALL SELECT grp, open, ${kind}, ${to}, -n FROM stays WHERE ${when}`;
};
const on = (kind: string, day: string, when: string) =>
  `SELECT grp, open, '${kind}', ${day}, n FROM stays WHERE ${when} AND ${day} >= $2::date AND ${day} < $3::date`;
const STEPS = [
  upAndDown(`CASE state WHEN 'left' THEN 'in_house' ELSE state END`, 'arrival', 'departure'),
  upAndDown(`'turnaround'`, 'cleaned_from', 'clean'),
  on('arrivals', 'arrival', 'first_stay'),
  on('departures', 'departure', 'last_stay'),
].join('\n  UNION ALL ');

const TAKEN = `('closed', 'held', 'in_house', 'turnaround')`;
const of = (kind: string) => `coalesce(sum(s.change) FILTER (WHERE s.kind = '${kind}'), 0)`;

const occupancy = (by: GroupBy) => `
WITH ${LEAVES(by)}, ${STAYS},
steps AS (
  SELECT s.grp, s.day, ${of('closed')} AS closed, ${of('held')} AS held, ${of('in_house')} AS in_house, ${of('turnaround')} AS turnaround,
    ${of('arrivals')} AS arrivals, ${of('departures')} AS departures,
    coalesce(sum(s.change) FILTER (WHERE NOT s.open AND s.kind IN ${TAKEN}), 0) AS shut
  FROM (${STEPS}) s GROUP BY 1, 2),
groups AS (
  SELECT grp, sum(capacity) AS capacity, coalesce(sum(capacity) FILTER (WHERE NOT open), 0) AS shut FROM leaves GROUP BY grp),
days AS (
  SELECT g.grp, d::date AS day, g.capacity, g.shut - sum(coalesce(s.shut, 0)) OVER w AS shut, sum(coalesce(s.closed, 0)) OVER w AS closed,
    sum(coalesce(s.held, 0)) OVER w AS held, sum(coalesce(s.in_house, 0)) OVER w AS in_house,
    sum(coalesce(s.turnaround, 0)) OVER w AS turnaround, coalesce(s.arrivals, 0) AS arrivals, coalesce(s.departures, 0) AS departures
  FROM groups g CROSS JOIN generate_series($2::date, $3::date - 1, interval '1 day') AS d
  LEFT JOIN steps s ON s.grp = g.grp AND s.day = d::date
  WINDOW w AS (PARTITION BY g.grp ORDER BY d))
SELECT nullif(d.grp, $1) AS _id, n.name, jsonb_agg(jsonb_build_object('date', d.day, 'capacity', d.capacity, 'closed', d.closed + d.shut,
  'held', d.held, 'in_house', d.in_house, 'turnaround', d.turnaround, 'arrivals', d.arrivals, 'departures', d.departures,
  'free', d.capacity - d.closed - d.shut - d.held - d.in_house - d.turnaround) ORDER BY d.day) AS days
FROM days d LEFT JOIN (${NAMES[by]}) n ON n.id = d.grp
GROUP BY d.grp, n.name ORDER BY n.name COLLATE natural_order, d.grp`;

const OCCUPANCY = { day: occupancy('day'), location_type: occupancy('location_type'), building: occupancy('building') };

/** How many places were, are or will be taken on each day from a date up to (not including) another. Dates are the site's. */
export const readOccupancy = (
  sql: Sql,
  siteId: string,
  by: GroupBy,
  range: { from: string; to: string; today: string },
) => sql.rows<OccupancyGroup>(OCCUPANCY[by], [siteId, range.from, range.to, range.today]);

/** A stay or a closure in a place. */
export interface CalendarEntry {
  from: string;
  to: string | null;
  state: string;
  turnaround_days: number;
  booking: { _id: string; reference: string; status: string; lead_person: { _id: string | null; name: string } } | null;
  closure: { _id: string; kind: string; reason: string | null } | null;
}

export interface CalendarPlace {
  location: string;
  name: string;
  code: string | null;
  path: string;
  slot: number;
  entries: CalendarEntry[];
}

const CALENDAR = `
WITH RECURSIVE tree AS (
  SELECT l.id, l.name, l.code, l.capacity, l.location_type_id, l.name AS path, ARRAY[l.name COLLATE natural_order] AS sort
  FROM locations l WHERE l.site_id = $1 AND l.id = $2
  UNION ALL
  SELECT l.id, l.name, l.code, l.capacity, l.location_type_id, t.path || ' / ' || l.name, t.sort || (l.name COLLATE natural_order)
  FROM tree t JOIN locations l ON l.site_id = $1 AND l.parent_id = t.id),
places AS MATERIALIZED (
  SELECT t.id, t.name, t.code, t.path, t.sort, s::smallint AS slot FROM tree t
  JOIN location_types y ON y.site_id = $1 AND y.id = t.location_type_id AND y.can_be_allocated_to_bookings
  CROSS JOIN generate_series(1, t.capacity) s),
page AS (SELECT * FROM places ORDER BY sort, id, slot LIMIT $6 OFFSET $7)
SELECT c.total, p.id AS location, p.name, p.code, p.path, p.slot, coalesce((
  SELECT jsonb_agg(jsonb_build_object('from', lower(x.nights), 'to', nullif(upper(x.nights), 'infinity'), 'state', x.state,
      'turnaround_days', coalesce(upper(x.cleaning) - lower(x.cleaning), 0),
      'booking', CASE WHEN b.id IS NOT NULL THEN jsonb_build_object('_id', b.id, 'reference', b.reference, 'status', b.status,
        'lead_person', jsonb_build_object('_id', s.id, 'name', ${holderName('b', 's')})) END,
      'closure', CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('_id', k.id, 'kind', k.kind, 'reason', k.reason) END)
    ORDER BY x.nights)
  FROM (
    SELECT t.* FROM timeline($1, $5) t
    WHERE t.location_id = p.id AND t.slot = p.slot AND (t.period && daterange($3, $4) OR t.in_house) OFFSET 0) x
  LEFT JOIN bookings b ON x.closure_id IS NULL AND b.site_id = $1 AND b.id = x.holder_id
  LEFT JOIN students s ON s.site_id = $1 AND s.id = b.lead_person_id
  LEFT JOIN closures k ON k.site_id = $1 AND k.id = x.closure_id
  WHERE x.nights && daterange($3, $4) OR x.cleaning && daterange($3, $4)), '[]') AS entries
FROM (SELECT count(*)::int AS total FROM places) c LEFT JOIN page p ON true ORDER BY p.sort, p.id, p.slot`;

/** A page of the places at a location and below it, in the order of the tree, each with its stays and closures. */
export async function readCalendar(
  sql: Sql,
  siteId: string,
  location: string,
  { from, to, today, limit, skip }: { from: string; to: string; today: string; limit: number; skip: number },
): Promise<Page<CalendarPlace>> {
  const values = [siteId, location, from, to, today, limit, skip];
  return pageOf<CalendarPlace>(await sql.rows(CALENDAR, values), 'location');
}
