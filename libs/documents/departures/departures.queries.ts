import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { roomOn } from '#libs/bookings/room-of-night';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import { inSql } from '#libs/occupancy/live';
import { treeFilter } from '#libs/locations/below.queries';

/** The departures of a day, as the list for the porter shows them. */
export interface DepartureLine {
  building_id: string;
  building: string;
  floor: string | null;
  /** The names below the building. */
  room: string | null;
  code: string | null;
  /** The departure slot; null until one is chosen. */
  at: string | null;
  reference: string;
  status: string;
  name: string | null;
  student_id: string | null;
  others: string[];
}

const lines = (room: string, inTree: string) => `
SELECT p.building_id, p.building, p.floor, p.room, l.code, b.departure_slot_at AS at, b.reference, b.status,
  ${recordName('s')} AS name, s.student_id,
  ARRAY(SELECT ${recordName('o')} FROM booking_people x JOIN students o ON o.site_id = x.site_id AND o.id = x.student_id
    WHERE x.site_id = b.site_id AND x.booking_id = b.id ORDER BY x.position) AS others
FROM bookings b
CROSS JOIN LATERAL (SELECT ${room} AS id) r
JOIN locations l ON l.site_id = b.site_id AND l.id = r.id
JOIN named_places($1) p ON p.id = r.id
LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id
WHERE b.site_id = $1 AND b.status NOT IN ${inSql(CALLED_OFF)} AND b.id IN (
  SELECT x.id FROM bookings x WHERE x.site_id = $1 AND x.departure_slot_at >= $3 AND x.departure_slot_at < $4
  UNION SELECT x.id FROM bookings x WHERE x.site_id = $1 AND coalesce(x.contract_end, 'infinity') = $2::date AND x.departure_slot_at IS NULL)${inTree}
ORDER BY p.building COLLATE natural_order, p.building_id, b.departure_slot_at NULLS LAST, p.room COLLATE natural_order NULLS FIRST, r.id, b.id`;

/** Those with a departure slot on a day, and those whose stay ends then and who have none; by building, time and room. */
export function listDepartures(
  sql: Sql,
  siteId: string,
  { on, today, from, to, tree }: { on: string; today: string; from: Date; to: Date; tree: string | undefined },
): Promise<DepartureLine[]> {
  const inTree = treeFilter(tree);
  const text = lines(roomOn({ site: '$1', night: '$2::date' }, on, today), inTree.and('r.id', '$5'));
  return sql.rows<DepartureLine>(text, [siteId, on, from, to, ...inTree.values]);
}
