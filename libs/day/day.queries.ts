import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { pastOfDay } from '#libs/day/past-day.queries';
import { phaseColumn } from '#libs/bookings/phase';
import { dayOf, HAS_LEFT, isIn, type Section, SECTIONS, type SiteDay } from '#libs/day/candidates.queries';

// Only locations that have others below them, of which there are few: the building of each of the others is that of the one it is in.
const treeOf = (asked: SiteDay): string => `buildings AS MATERIALIZED (
  SELECT l.id, l.name, row_number() OVER (ORDER BY l.name COLLATE natural_order, l.id) AS n FROM locations l WHERE l.site_id = $1 AND l.parent_id IS NULL),
parents AS MATERIALIZED (
  SELECT l.id, l.parent_id FROM (SELECT DISTINCT parent_id AS id FROM locations x WHERE x.site_id = $1 AND x.parent_id IS NOT NULL) p
  ${one(asked, 'locations', 'l', 'p.id')} WHERE l.parent_id IS NOT NULL),
tree AS (
  SELECT id, n AS building FROM buildings
  UNION ALL
  SELECT p.id, t.building FROM tree t JOIN parents p ON p.parent_id = t.id),
-- Grouped, so that the planner knows that there is one row for each.
houses AS MATERIALIZED (SELECT id, min(building) AS building FROM tree GROUP BY id)`;

const IN_PLACE = 'd.building, d.name COLLATE natural_order, d.id';

const first = (list: string, where: string, order: string): string =>
  `(SELECT '${list}' AS list, row_number() OVER (ORDER BY ${order}) AS n, d.* FROM wanted d WHERE ${where} ORDER BY n LIMIT $6)`;

const ENTRY = `b.id AS _id, b.reference, b.status, ${phaseColumn(() => '$3::date')} AS phase,
      b.lead_person_id AS lead_person, ${holderName('b', 's')} AS record_name, s.student_id,
      (SELECT count(*) FROM booking_people p WHERE p.site_id = $1 AND p.booking_id = b.id) AS additional_people,
      d.location_id AS location, d.name AS location_name, d.code AS location_code, d.floor, h.id AS building,
      b.contract_start, b.contract_end, b.departure_slot_at,
      ARRAY(SELECT x.flag_id FROM booking_flags x WHERE x.site_id = $1 AND x.booking_id = b.id ORDER BY x.position) AS flags, b.version`;

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

const each = (column: (section: Section) => string, separator = ', '): string => SECTIONS.map(column).join(separator);

// Everything is counted, and only as many of the buildings are ordered by name as the first entries are in.
const dayQuery = (asked: SiteDay): string => `
WITH RECURSIVE ${past(asked, pastOfDay, 6)}${treeOf(asked)},
${dayOf(asked)},
placed AS MATERIALIZED (
  SELECT d.*, coalesce(l.parent_id, l.id) AS house FROM day d JOIN locations l ON l.site_id = $1 AND l.id = d.location_id),
groups AS MATERIALIZED (
  SELECT h.building, g.* FROM (SELECT house, slot, lists, count(*) AS n FROM placed GROUP BY house, slot, lists) g JOIN houses h ON h.id = g.house),
counts AS MATERIALIZED (
  SELECT building, ${each((section) => `coalesce(sum(n) FILTER (WHERE ${isIn('g', section)}), 0)::int AS ${section}`)},
    coalesce(sum(n) FILTER (WHERE slot IS NOT NULL), 0)::int AS slots FROM groups g GROUP BY building),
slots AS (
  SELECT slot AS at, sum(n)::int AS count, coalesce(sum(n) FILTER (WHERE lists & ${HAS_LEFT} <> 0), 0)::int AS done FROM groups WHERE slot IS NOT NULL GROUP BY slot),
reached AS (
  SELECT building, ${each((section) => `sum(${section}) OVER up AS ${section}`)} FROM counts WINDOW up AS (ORDER BY building)),
reached_slots AS (
  SELECT slot, building, sum(sum(n)) OVER (ORDER BY slot, building) AS n FROM groups WHERE slot IS NOT NULL GROUP BY slot, building),
last AS (
  SELECT ${each((section) => `coalesce(min(building) FILTER (WHERE ${section} >= $6), max(building)) AS ${section}`)} FROM reached),
last_slot AS (
  SELECT slot, building FROM reached_slots ORDER BY n < $6, CASE WHEN n >= $6 THEN n ELSE -n END LIMIT 1),
wanted AS MATERIALIZED (
  SELECT d.*, h.building, l.name, l.code, l.floor FROM (
    -- Not a join, of which the planner expects so little that it takes a nested loop.
    SELECT * FROM placed d WHERE coalesce((d.house, d.lists) IN (
      SELECT g.house, g.lists FROM groups g CROSS JOIN last e LEFT JOIN last_slot t ON true
      WHERE ${each((section) => `g.building <= e.${section} AND ${isIn('g', section)}`, ' OR ')} OR (g.slot, g.building) <= (t.slot, t.building)), false) OFFSET 0) d
  JOIN houses h ON h.id = d.house ${one(asked, 'locations', 'l', 'd.location_id')}),
firsts AS MATERIALIZED (
  ${[...SECTIONS.map((section) => first(section, isIn('d', section), IN_PLACE)), first('slots', 'd.slot IS NOT NULL', `d.slot, ${IN_PLACE}`)].join('\n  UNION ALL\n  ')})
SELECT (SELECT coalesce(json_agg(json_build_object('building', h.id, 'name', h.name, 'counts', to_json(c)) ORDER BY h.n), '[]')
    FROM counts c JOIN buildings h ON h.n = c.building) AS counts,
  (SELECT coalesce(json_agg(t ORDER BY t.at), '[]') FROM slots t) AS slots,
  (SELECT coalesce(json_object_agg(f.list, f.ids), '{}') FROM (
    SELECT list, json_agg(id ORDER BY n) AS ids FROM firsts GROUP BY list) f) AS lists,
  (SELECT string_agg(row_to_json(e)::text, E'\\n') FROM (
    SELECT ${ENTRY}
    FROM (SELECT DISTINCT ON (id) * FROM firsts) d JOIN buildings h ON h.n = d.building
    ${one(asked, 'bookings', 'b', 'd.id')} ${leadPerson(asked)}) e) AS entries`;

export interface BuildingCounts {
  building: string;
  name: string;
  counts: Record<Section | 'slots', number>;
}

export interface DayRow {
  counts: BuildingCounts[];
  slots: { at: string; count: number; done: number }[];
  /** The ids of the first entries of each list that is not empty. */
  lists: Partial<Record<Section | 'slots', string[]>>;
  /** The JSON of each entry, one per line. */
  entries: string | null;
}

/** The bookings of a day, counted by building, with the first entries of each list. */
export async function findDay(sql: Sql, day: SiteDay, limit: number): Promise<DayRow> {
  const { siteId, on, today, starts, ends } = day;
  const values = valuesOf(day, [siteId, on, today, starts, ends, limit]);
  const [row] = await sql.rows<DayRow>(dayQuery(day), values);
  if (!row) throw new Error('the day was not read');
  return row;
}
