import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import type { TreeFilter } from '#libs/locations/below.queries';
import { EXPECTED_IN_SQL } from '#libs/occupancy/live';
import { pastOfDay } from '#libs/day/past-day.queries';
import { inHouseOn } from '#libs/bookings/in-house';
import { phaseColumn } from '#libs/bookings/phase';
import type { DayEntryResponse } from '#libs/day/day.dto';

/** A day of a site: dates are the site's, `starts` and `ends` the instants between which it lies. */
export interface SiteDay {
  siteId: string;
  on: string;
  today: string;
  starts: Date;
  ends: Date;
  tree: TreeFilter;
  /** The instant whose knowledge is wanted; now without one. */
  at?: Date;
}

export const SECTIONS = [
  'arrivals_due',
  'arrivals_late',
  'arrivals_done',
  'departures_due',
  'departures_overdue',
  'departures_done',
  'in_house',
] as const;
export type Section = (typeof SECTIONS)[number];

type Memberships = Partial<Record<Section, string>>;

const OPEN_END = 'b.contract_end IS NULL OR b.contract_end';
const WITHIN = (column: string) => `coalesce(b.${column} >= $4 AND b.${column} < $5, false)`;

/** Which bookings a day looks at, by an index each, and in which of its lists they are. */
function branches(on: string, today: string): [where: string, lists: Memberships][] {
  const in_house = inHouseOn('$2', on, today);
  if (on > today)
    return [
      [
        `b.status IN ${EXPECTED_IN_SQL} AND b.contract_start <= $2 AND (${OPEN_END} >= $2)`,
        { arrivals_due: 'b.contract_start = $2', departures_due: 'coalesce(b.contract_end = $2, false)', in_house },
      ],
      [`b.status = 'checked_in'`, { departures_due: 'coalesce(b.contract_end = $2, false)', in_house }],
    ];
  return [
    [
      `b.status IN ${EXPECTED_IN_SQL} AND b.contract_start <= $2 AND (${OPEN_END} > $3)`,
      { arrivals_due: 'b.contract_start = $2', arrivals_late: 'b.contract_start < $2' },
    ],
    [
      `b.status = 'checked_in'`,
      {
        arrivals_done: WITHIN('checked_in_at'),
        departures_due: 'coalesce(b.contract_end = $2, false)',
        departures_overdue: 'coalesce(b.contract_end < $2, false)',
        in_house,
      },
    ],
    // Who left since then has been written since then, but for a clock that was five minutes ahead.
    [
      `b.status = 'checked_out' AND b.updated_at >= $4::timestamptz - interval '5 minutes' AND b.checked_out_at >= $4`,
      { arrivals_done: WITHIN('checked_in_at'), departures_done: WITHIN('checked_out_at'), in_house },
    ],
  ];
}

const candidates = (asked: SiteDay): string =>
  branches(asked.on, asked.today)
    .map(([where, lists]) => {
      const memberships = SECTIONS.map((section) => `${lists[section] ?? 'false'} AS ${section}`);
      return `SELECT b.id, b.location_id, b.status, CASE WHEN ${WITHIN('departure_slot_at')} THEN b.departure_slot_at END AS slot, ${memberships.join(', ')}
  FROM bookings b WHERE b.site_id = $1 AND ${where}${asked.tree.and('b.location_id', '$7')}`;
    })
    .join('\n  UNION ALL\n  ');

// Only locations that have others below them, of which there are few: the building of each of the others is that of the one it is in.
const BUILDINGS = `parents AS MATERIALIZED (
  SELECT l.id, l.parent_id FROM (SELECT DISTINCT parent_id AS id FROM locations x WHERE x.site_id = $1 AND x.parent_id IS NOT NULL) x
  JOIN locations l ON l.site_id = $1 AND l.id = x.id WHERE l.parent_id IS NOT NULL),
tree AS (
  SELECT l.id, row_number() OVER (ORDER BY l.name COLLATE natural_order, l.id) AS building
  FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL
  UNION ALL
  SELECT p.id, t.building FROM tree t JOIN parents p ON p.parent_id = t.id),
-- Grouped, so that the planner knows that there is one row for each.
houses AS MATERIALIZED (SELECT id, min(building) AS building FROM tree GROUP BY id)`;

const IN_PLACE = 'd.building, d.name COLLATE natural_order, d.id';

const first = (list: string, where: string, order: string): string =>
  `(SELECT '${list}' AS list, d.* FROM placed d WHERE ${where} ORDER BY ${order} LIMIT $6)`;

const ENTRY = `json_build_object('_id', b.id, 'reference', b.reference, 'status', b.status, 'phase', ${phaseColumn(() => '$3::date')},
  'lead_person', b.lead_person_id, 'record_name', ${holderName('b', 's')}, 'student_id', s.student_id,
  'additional_people', (SELECT count(*) FROM booking_people p WHERE p.site_id = $1 AND p.booking_id = b.id),
  'location', b.location_id, 'location_name', l.name, 'location_code', l.code, 'floor', l.floor, 'building', h.id,
  'contract_start', b.contract_start, 'contract_end', b.contract_end, 'departure_slot_at', b.departure_slot_at,
  'flags', ARRAY(SELECT x.flag_id FROM booking_flags x WHERE x.site_id = $1 AND x.booking_id = b.id ORDER BY x.position),
  'version', b.version)`;

// Each record is looked up by its key: to join so few with tables of which the planner expects much takes longer than all the rest.
// The tables of the past have no keys.
export const one = ({ at }: SiteDay, table: string, alias: string, id: string): string =>
  at
    ? `JOIN ${table} ${alias} ON ${alias}.id = ${id}`
    : `CROSS JOIN LATERAL (SELECT * FROM ${table} x WHERE x.site_id = $1 AND x.id = ${id} OFFSET 0) ${alias}`;

/** What comes before the common table expressions of a query with so many values: the tables as they were. */
export const past = ({ at, tree }: SiteDay, tables: (at: string) => string, values: number): string =>
  at ? tables(`$${values + tree.values.length + 1}`) : '';
export const valuesOf = ({ at, tree }: SiteDay, values: unknown[]): unknown[] => [
  ...values,
  ...tree.values,
  ...(at ? [at] : []),
];

/** Nobody, while a block booking has not said who comes. */
export const leadPerson = ({ at }: SiteDay): string =>
  at
    ? 'LEFT JOIN students s ON s.id = b.lead_person_id'
    : 'LEFT JOIN LATERAL (SELECT * FROM students x WHERE x.site_id = $1 AND x.id = b.lead_person_id OFFSET 0) s ON true';

const dayQuery = (asked: SiteDay): string => `
WITH RECURSIVE ${past(asked, pastOfDay, 6)}${BUILDINGS},
buildings AS MATERIALIZED (
  SELECT l.id, l.name, row_number() OVER (ORDER BY l.name COLLATE natural_order, l.id) AS n
  FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL),
day AS (
  ${candidates(asked)}),
placed AS MATERIALIZED (
  SELECT d.*, h.building, l.name FROM day d JOIN locations l ON l.site_id = $1 AND l.id = d.location_id
  JOIN houses h ON h.id = coalesce(l.parent_id, l.id)),
counts AS (
  SELECT building, ${SECTIONS.map((section) => `count(*) FILTER (WHERE ${section}) AS ${section}`).join(', ')} FROM placed GROUP BY building),
slots AS (
  SELECT slot AS at, count(*) AS count, count(*) FILTER (WHERE status = 'checked_out') AS done FROM placed WHERE slot IS NOT NULL GROUP BY slot),
firsts AS MATERIALIZED (
  ${[...SECTIONS.map((section) => first(section, section, IN_PLACE)), first('slots', 'd.slot IS NOT NULL', `d.slot, ${IN_PLACE}`)].join('\n  UNION ALL\n  ')})
SELECT (SELECT coalesce(json_agg(json_build_object('building', h.id, 'name', h.name, 'counts', to_json(c)) ORDER BY h.n), '[]')
    FROM counts c JOIN buildings h ON h.n = c.building) AS counts,
  (SELECT coalesce(json_agg(t ORDER BY t.at), '[]') FROM slots t) AS slots,
  (SELECT coalesce(json_agg(json_build_object('list', d.list, 'entry', ${ENTRY})
     ORDER BY d.list, CASE WHEN d.list = 'slots' THEN d.slot END, ${IN_PLACE}), '[]')
   FROM firsts d JOIN buildings h ON h.n = d.building ${one(asked, 'bookings', 'b', 'd.id')} ${leadPerson(asked)}
   ${one(asked, 'locations', 'l', 'b.location_id')}) AS entries`;

export interface BuildingCounts {
  building: string;
  name: string;
  counts: Record<Section, number>;
}

export interface DayRow {
  counts: BuildingCounts[];
  slots: { at: string; count: number; done: number }[];
  entries: { list: Section | 'slots'; entry: DayEntryResponse }[];
}

/** The bookings of a day, counted by building, with the first entries of each list. */
export async function findDay(sql: Sql, day: SiteDay, limit: number): Promise<DayRow> {
  const { siteId, on, today, starts, ends } = day;
  const values = valuesOf(day, [siteId, on, today, starts, ends, limit]);
  const [row] = await sql.rows<DayRow>(dayQuery(day), values);
  if (!row) throw new Error('the day was not read');
  return row;
}
