import { type Page, pageOf } from '#libs/core/database/page-of';
import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import type { DayClosureResponse, DayMoveResponse } from '#libs/day/day.dto';
import { leadPerson, one, past, type SiteDay, valuesOf } from '#libs/day/day.queries';
import { pastClosures, pastOfDay } from '#libs/day/past-day.queries';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

const moves = (day: SiteDay): string => `
WITH ${past(day, pastOfDay, 3)}moves AS MATERIALIZED (
  SELECT b.id, min(o.place::text)::uuid AS to_location FROM bookings b CROSS JOIN LATERAL (
    SELECT coalesce(o.part_of, o.location_id) AS place, lower(o.period) AS first FROM occupancies o
    WHERE o.site_id = $1 AND o.booking_id = b.id AND o.segment > b.segment AND o.live OFFSET 0) o
  WHERE b.site_id = $1 AND b.status IN ${LIVE_IN_SQL} AND (b.contract_start < $2 OR b.status = 'checked_in')${day.tree.and('b.location_id', '$4')} AND o.first = $2
  GROUP BY b.id)
SELECT c.total, p.* FROM (SELECT count(*)::int AS total FROM moves) c LEFT JOIN (
  SELECT b.id AS _id, b.reference, b.lead_person_id AS lead_person, ${holderName('b', 's')} AS record_name, s.student_id,
    b.location_id AS from_location, f.name AS from_name, m.to_location, t.name AS to_name
  FROM moves m ${one(day, 'bookings', 'b', 'm.id')} ${leadPerson(day)}
  ${one(day, 'locations', 'f', 'b.location_id')} ${one(day, 'locations', 't', 'm.to_location')}
  ORDER BY f.name COLLATE natural_order, b.id LIMIT $3) p ON true`;

const closures = (day: SiteDay, column: 'starts' | 'ends'): string => {
  const found = `c.site_id = $1 AND c.${column} = $2${day.tree.and('c.location_id', '$4')}`;
  return `
WITH ${past(day, pastClosures, 3)}begun AS (SELECT count(*)::int AS total FROM closures c WHERE ${found})
SELECT n.total, p.* FROM begun n LEFT JOIN (
  SELECT c.id AS _id, c.location_id AS location, l.name AS location_name, c.starts AS "from", c.ends AS "to", c.kind, c.reason
  FROM closures c JOIN locations l ON l.site_id = $1 AND l.id = c.location_id
  WHERE ${found} ORDER BY l.name COLLATE natural_order, c.id LIMIT $3) p ON true`;
};

const read = async <Entry extends { _id: string }>(sql: Sql, text: string, day: SiteDay, limit: number) =>
  pageOf<Entry>(await sql.rows(text, valuesOf(day, [day.siteId, day.on, limit])), '_id');

/** The moves to another room that are planned for a day. */
export const listPlannedMoves = (sql: Sql, day: SiteDay, limit: number): Promise<Page<DayMoveResponse>> =>
  read(sql, moves(day), day, limit);

/** The closures whose first night is a day, or that open again on it. */
export const listClosuresOfDay = (
  sql: Sql,
  day: SiteDay,
  column: 'starts' | 'ends',
  limit: number,
): Promise<Page<DayClosureResponse>> => read(sql, closures(day, column), day, limit);
