import type { Sql } from '#libs/core/database/transaction';
import { recordName } from '#libs/core/database/record-name';
import { CALLED_OFF } from '#libs/bookings/booking-status';

/** A booking of a block as its rooming list shows it. */
export interface RoomingLine {
  building_id: string;
  building: string;
  floor: string | null;
  /** The names below the building. */
  room: string | null;
  code: string | null;
  reference: string;
  status: string;
  /** Null until a person is named. */
  name: string | null;
  student_id: string | null;
  others: string[];
  contract_start: string;
  contract_end: string | null;
}

const LINES = `
SELECT p.building_id, p.building, p.floor, p.room, l.code, b.reference, b.status, ${recordName('s')} AS name, s.student_id,
  ARRAY(SELECT ${recordName('o')} FROM booking_people x JOIN students o ON o.site_id = x.site_id AND o.id = x.student_id
    WHERE x.site_id = b.site_id AND x.booking_id = b.id ORDER BY x.position) AS others, b.contract_start, b.contract_end
FROM bookings b
JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id
JOIN named_places($1) p ON p.id = b.location_id
LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id
WHERE b.site_id = $1 AND b.block_booking_id = $2 AND b.status NOT IN (${CALLED_OFF.map((status) => `'${status}'`).join(', ')})
ORDER BY p.building COLLATE natural_order, p.building_id, p.floor COLLATE natural_order NULLS FIRST, p.room COLLATE natural_order NULLS FIRST,
  b.location_id, b.contract_start, b.id`;

/** The bookings of a block that were not called off, by building, floor and room. */
export const listRoomingLines = (sql: Sql, siteId: string, block: string) =>
  sql.rows<RoomingLine>(LINES, [siteId, block]);
