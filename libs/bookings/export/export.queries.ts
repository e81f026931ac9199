import { escapeLiteral } from 'pg';
import { instantCell, textCell } from '#libs/core/csv/cells';
import type { BookingStatus } from '#libs/bookings/booking-status';
import type { Sort } from '#libs/bookings/listing/list-bookings.dto';
import { orderBy, sortOrder } from '#libs/bookings/listing/sort-orders';
import { phaseColumn } from '#libs/bookings/phase';
import { pathsOf } from '#libs/locations/paths.queries';

/** The columns of the file and what fills them. The first eleven are those that an import reads. */
const CELLS = (today: string): Record<string, string> => ({
  student_id: textCell('p.student_id'),
  first_name: textCell('p.first_name'),
  last_name: textCell('p.last_name'),
  email: textCell('p.email'),
  room: textCell('r.room'),
  contract_start: 'b.contract_start',
  contract_end: 'b.contract_end',
  vehicle_registration: textCell('b.vehicle_registration'),
  parking_expiry: instantCell('b.parking_expiry_at'),
  departure_slot: instantCell('b.departure_slot_at'),
  notes: textCell('b.notes'),
  booking_id: 'b.id',
  reference: 'b.reference',
  status: 'b.status',
  phase: phaseColumn(() => today),
  block_booking: textCell('k.name'),
  flags: textCell('f.names'),
  additional_people: textCell('a.names'),
  checked_in_at: instantCell('b.checked_in_at'),
  checked_out_at: instantCell('b.checked_out_at'),
  cancellation_code: 'b.cancellation_code',
  created_at: instantCell('b.created_at'),
  updated_at: instantCell('b.updated_at'),
});

export const COLUMNS = Object.keys(CELLS(''));

/** A room is named as an import finds it: by its code, else by its path. */
const ROOMS = (site: string) => `${pathsOf(site)},
rooms AS MATERIALIZED (SELECT id, coalesce(code, path) AS room FROM paths)`;

/** The query of an export. COPY takes no parameters, so the values stand in it, escaped. */
export function exportQuery(siteId: string, statuses: BookingStatus[] | undefined, sort: Sort, today: string): string {
  const site = `${escapeLiteral(siteId)}::uuid`;
  const order = sortOrder(sort);
  const cells = Object.entries(CELLS(`${escapeLiteral(today)}::date`)).map(([name, cell]) => `${cell} AS ${name}`);
  const statusIn = statuses ? ` AND b.status IN (${statuses.map(escapeLiteral).join(', ')})` : '';
  return `WITH ${ROOMS(site)}
SELECT ${cells.join(', ')}
FROM bookings b
JOIN students p ON p.site_id = b.site_id AND p.id = b.lead_person_id
JOIN rooms r ON r.id = b.location_id
${order.join}
LEFT JOIN block_bookings k ON k.site_id = b.site_id AND k.id = b.block_booking_id
LEFT JOIN (
  SELECT x.booking_id, string_agg(y.name, '; ' ORDER BY x.position) AS names
  FROM booking_flags x JOIN flags y ON y.site_id = x.site_id AND y.id = x.flag_id
  WHERE x.site_id = ${site} GROUP BY x.booking_id) f ON f.booking_id = b.id
LEFT JOIN (
  SELECT x.booking_id, string_agg(y.last_name || ', ' || y.first_name, '; ' ORDER BY x.position) AS names
  FROM booking_people x JOIN students y ON y.site_id = x.site_id AND y.id = x.student_id
  WHERE x.site_id = ${site} GROUP BY x.booking_id) a ON a.booking_id = b.id
WHERE b.site_id = ${site}${statusIn}
ORDER BY ${orderBy(order)}`;
}
