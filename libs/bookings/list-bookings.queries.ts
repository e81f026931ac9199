import type { Database } from '#libs/core/database/database';
import { escapeLike } from '#libs/core/database/like';
import { BOOKING_COLUMNS, type BookingRow } from '#libs/bookings/booking-rows';
import type { ListBookingsQuery, Sort } from '#libs/bookings/bookings.dto';
import { phaseCondition } from '#libs/bookings/phase';
import { isId } from '#libs/core/http/ids';

/** Above this a total is the planner's estimate, so that the cost of a page does not grow with the table. */
export const EXACT_TOTAL = 10_000;

interface SortOrder {
  join: string;
  columns: string[];
}

const plain = (column: string): SortOrder => ({ join: '', columns: [column, 'b.id'] });

const ORDERS: Record<string, SortOrder> = {
  contract_start: plain('b.contract_start'),
  contract_end: plain('b.contract_end'),
  created_at: plain('b.created_at'),
  updated_at: plain('b.updated_at'),
  status: plain('b.status'),
  lead_person: {
    join: 'JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id',
    columns: ['s.last_name', 's.first_name', 's.id', 'b.id'],
  },
  location: {
    join: 'JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id',
    columns: ['l.name', 'l.id', 'b.id'],
  },
};

// A union, not an or: each half has an index of its own.
const PERSON = (id: string) => `b.id IN (
  SELECT o.id FROM bookings o WHERE o.site_id = $1 AND o.lead_person_id = ${id}
  UNION SELECT p.booking_id FROM booking_people p WHERE p.site_id = $1 AND p.student_id = ${id})`;

// One branch per table, each over its own trigram index. The expressions must stay as the indexes have them.
const SEARCH = (pattern: string) => `b.id IN (
  WITH people AS (
    SELECT id FROM students WHERE site_id = $1 AND folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || student_id) LIKE ${pattern})
  SELECT id FROM bookings WHERE site_id = $1 AND folded(reference || ' ' || coalesce(vehicle_registration, '')) LIKE ${pattern}
  UNION SELECT o.id FROM people JOIN bookings o ON o.site_id = $1 AND o.lead_person_id = people.id
  UNION SELECT p.booking_id FROM people JOIN booking_people p ON p.site_id = $1 AND p.student_id = people.id
  UNION SELECT o.id FROM locations l JOIN bookings o ON o.site_id = $1 AND o.location_id = l.id
    WHERE l.site_id = $1 AND folded(l.name || ' ' || coalesce(l.code, '')) LIKE ${pattern}
  UNION SELECT o.id FROM block_bookings k JOIN bookings o ON o.site_id = $1 AND o.block_booking_id = k.id
    WHERE k.site_id = $1 AND folded(k.name) LIKE ${pattern})`;

/** The conditions of a list and their values; ids that are none match nothing. */
export function conditionsOf(
  query: ListBookingsQuery,
  siteId: string,
  today: string,
): { where: string; values: unknown[] } {
  const values: unknown[] = [siteId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const reference = (id: string, condition: (place: string) => string) => (isId(id) ? condition(value(id)) : 'false');
  const conditions = [
    'b.site_id = $1',
    query.person !== undefined && reference(query.person, PERSON),
    query.location !== undefined && reference(query.location, (id) => `b.location_id = ${id}`),
    query.block_booking !== undefined && reference(query.block_booking, (id) => `b.block_booking_id = ${id}`),
    query.status?.length === 1 && `b.status = ${value(query.status[0])}`,
    query.status && query.status.length > 1 && `b.status = ANY(${value(query.status)}::text[])`,
    query.from !== undefined && `(b.contract_end IS NULL OR b.contract_end > ${value(query.from)}::date)`,
    query.to !== undefined && `b.contract_start < ${value(query.to)}::date`,
    query.phase && phaseCondition(query.phase, () => `${value(today)}::date`),
    query.q !== undefined && SEARCH(`'%' || folded(${value(escapeLike(query.q))}) || '%'`),
  ];
  return { where: conditions.filter(Boolean).join(' AND '), values };
}

export function orderOf(sort: Sort): { join: string; order: string } {
  const { join, columns } = ORDERS[sort.replace(/^-/, '')] ?? plain('b.contract_start');
  const direction = sort.startsWith('-') ? ' DESC' : '';
  return { join, order: columns.map((column) => column + direction).join(', ') };
}

/** A page of bookings and how many there are, in one statement (two, when the total has to be estimated). */
export async function listBookings(database: Database, query: ListBookingsQuery, siteId: string, today: string) {
  const { where, values } = conditionsOf(query, siteId, today);
  const { join, order } = orderOf(query.sort);
  const page = `SELECT ${BOOKING_COLUMNS} FROM bookings b ${join} WHERE ${where} ORDER BY ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const count = `SELECT count(*)::int AS total FROM (SELECT FROM bookings b WHERE ${where} LIMIT ${EXACT_TOTAL + 1}) counted`;
  const text = `SELECT c.total AS total_count, p.* FROM (${count}) c LEFT JOIN (${page}) p ON true`;
  const rows = await database.rows<BookingRow & { total_count: number }>(text, [...values, query.limit, query.skip]);
  const counted = rows[0]?.total_count ?? 0;
  const total = counted > EXACT_TOTAL ? await estimate(database, where, values) : counted;
  return {
    rows: rows.filter((row) => row._id !== null).map(({ total_count: _count, ...row }) => row),
    total,
    exact: counted <= EXACT_TOTAL,
  };
}

async function estimate(database: Database, where: string, values: unknown[]): Promise<number> {
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM bookings b WHERE ${where}`,
    values,
  );
  return Math.max(EXACT_TOTAL + 1, Math.round(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0));
}
