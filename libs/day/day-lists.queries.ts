import { pageOf } from '#libs/core/database/page-of';
import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import type { BuildingCountResponse, DayClosureResponse, DayMoveResponse } from '#libs/day/day.dto';
import type { SiteDay } from '#libs/day/candidates.queries';
import { leadPerson, one, past, valuesOf } from '#libs/day/day.queries';
import { pastClosures, pastOfDay } from '#libs/day/past-day.queries';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

/** How many of what is found are in each building, at `home`: as rows of a list of the day have it. */
const buildings = (day: SiteDay, found: string, home: string): string => `
up AS (
  SELECT l.id AS leaf, l.id, l.parent_id FROM (SELECT DISTINCT ${home} AS id FROM ${found}) d ${one(day, 'locations', 'l', 'd.id')}
  UNION ALL SELECT u.leaf, l.id, l.parent_id FROM up u ${one(day, 'locations', 'l', 'u.parent_id')}),
houses AS (
  SELECT u.id AS building, count(*)::int AS count FROM ${found} f JOIN up u ON u.leaf = f.${home} AND u.parent_id IS NULL GROUP BY u.id),
totals AS (
  SELECT coalesce(sum(h.count), 0)::int AS total,
    coalesce(json_agg(json_build_object('building', h.building, 'name', l.name, 'count', h.count) ORDER BY l.name COLLATE natural_order, l.id), '[]') AS by_building
  FROM houses h ${one(day, 'locations', 'l', 'h.building')})`;

/** The building of a location, to sort by. */
const inBuilding = (day: SiteDay, home: string): string =>
  `JOIN up u ON u.leaf = ${home} AND u.parent_id IS NULL ${one(day, 'locations', 'h', 'u.id')}`;
const BY_BUILDING = 'h.name COLLATE natural_order, h.id';

const moves = (day: SiteDay): string => `
WITH RECURSIVE ${past(day, pastOfDay, 3)}moves AS MATERIALIZED (
  SELECT b.id, b.location_id, min(coalesce(o.part_of, o.location_id)::text)::uuid AS to_location
  FROM occupancies o ${one(day, 'bookings', 'b', 'o.booking_id')}
  WHERE o.site_id = $1 AND o.live AND o.segment > 1 AND lower(o.period) = $2 AND o.segment > b.segment
    AND b.status IN ${LIVE_IN_SQL} AND (b.contract_start < $2 OR b.status = 'checked_in')
    AND (${day.tree.is('b.location_id', '$4')} OR ${day.tree.is('coalesce(o.part_of, o.location_id)', '$4')})
  GROUP BY b.id, b.location_id),${buildings(day, 'moves', 'location_id')}
SELECT c.total, c.by_building, p.* FROM totals c LEFT JOIN (
  SELECT b.id AS _id, b.reference, b.lead_person_id AS lead_person, ${holderName('b', 's')} AS record_name, s.student_id,
    b.location_id AS from_location, f.name AS from_name, m.to_location, t.name AS to_name
  FROM moves m ${one(day, 'bookings', 'b', 'm.id')} ${leadPerson(day)}
  ${one(day, 'locations', 'f', 'b.location_id')} ${one(day, 'locations', 't', 'm.to_location')}
  ${inBuilding(day, 'm.location_id')}
  ORDER BY ${BY_BUILDING}, f.name COLLATE natural_order, b.id LIMIT $3) p ON true`;

const closures = (day: SiteDay, column: 'starts' | 'ends'): string => `
WITH RECURSIVE ${past(day, pastClosures, 3)}found AS MATERIALIZED (
  SELECT c.* FROM closures c WHERE c.site_id = $1 AND c.${column} = $2${day.tree.and('c.location_id', '$4')}),${buildings(day, 'found', 'location_id')}
SELECT n.total, n.by_building, p.* FROM totals n LEFT JOIN (
  SELECT c.id AS _id, c.location_id AS location, l.name AS location_name, c.starts AS "from", c.ends AS "to", c.kind, c.reason
  FROM found c ${one(day, 'locations', 'l', 'c.location_id')}
  ${inBuilding(day, 'c.location_id')}
  ORDER BY ${BY_BUILDING}, l.name COLLATE natural_order, c.id LIMIT $3) p ON true`;

/** A list of the day with its counts. */
interface Counted<Entry> {
  count: number;
  by_building: BuildingCountResponse[];
  entries: Entry[];
}

async function read<Entry extends { _id: string }>(sql: Sql, text: string, day: SiteDay, limit: number) {
  type Row = Entry & { total: number; by_building: BuildingCountResponse[] };
  const rows = await sql.rows<Row>(text, valuesOf(day, [day.siteId, day.on, limit]));
  const { total, data } = pageOf<Entry>(
    rows.map(({ by_building: _counts, ...row }) => row as unknown as Entry & { total: number }),
    '_id',
  );
  return { count: total, by_building: rows[0]?.by_building ?? [], entries: data };
}

/** The moves to another room that are planned for a day. */
export const listPlannedMoves = (sql: Sql, day: SiteDay, limit: number): Promise<Counted<DayMoveResponse>> =>
  read(sql, moves(day), day, limit);

/** The closures whose first night is a day, or that open again on it. */
export const listClosuresOfDay = (
  sql: Sql,
  day: SiteDay,
  column: 'starts' | 'ends',
  limit: number,
): Promise<Counted<DayClosureResponse>> => read(sql, closures(day, column), day, limit);
