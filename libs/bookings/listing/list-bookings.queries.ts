import type { Database } from '#libs/core/database/database';
import { BOOKING_COLUMNS, type BookingRow } from '#libs/bookings/booking-rows';
import { type Conditions, conditionsOf, type FilteredSite } from '#libs/bookings/listing/booking-filters.queries';
import { decodeCursor, encodeCursor } from '#libs/bookings/listing/cursor';
import type { ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import { behind, keyValues, orderBy, sortOrder } from '#libs/bookings/listing/sort-orders';

/** Above this a total is the planner's estimate, so that the cost of a page does not grow with the table. */
export const EXACT_TOTAL = 10_000;

/** The conditions of a list with their values. */
interface Listed extends Conditions {
  values: unknown[];
}

type ListedRow = BookingRow & { total_count: number; key_values: string[] };

/** A page of bookings and how many there are: in one statement, or in two when the total has to be estimated. */
export async function listBookings(database: Database, query: ListBookingsQuery, site: FilteredSite) {
  const filters: unknown[] = [site.id];
  const { hits, where } = conditionsOf(query, site, { site: '$1', value: (given) => `$${filters.push(given)}` });
  const conditions: Listed = { hits, where, values: filters };
  const values = [...filters];
  const place = (value: unknown) => `$${values.push(value)}`;
  const order = sortOrder(query.sort);
  const start = query.cursor ? ` AND ${behind(order, decodeCursor(query.cursor, query.sort), place)}` : '';
  // What is skipped is counted off before anything is looked up for it.
  const found = `SELECT b.* FROM bookings b ${order.join} WHERE ${where}${start}
    ORDER BY ${orderBy(order)} LIMIT ${place(query.limit)} OFFSET ${place(query.skip)}`;
  const page = `SELECT ${BOOKING_COLUMNS}, ${keyValues(order)} AS key_values FROM (${found}) b ${order.join} ORDER BY ${orderBy(order)}`;
  const searchOnly = where === 'b.site_id = $1 AND b.id IN (SELECT id FROM hits)';
  const known = knownTotal(conditions);
  const counted = searchOnly ? 'hits' : `(SELECT FROM bookings b WHERE ${where} LIMIT ${EXACT_TOTAL + 1})`;
  const count = known ? `SELECT ${EXACT_TOTAL + 1} AS total` : `SELECT count(*)::int AS total FROM ${counted} counted`;
  const text = `${hits ? `WITH ${hits} ` : ''}SELECT c.total AS total_count, p.* FROM (${count}) c LEFT JOIN (${page}) p ON true`;
  const rows = await database.rows<ListedRow>(text, values);
  const total = rows[0]?.total_count ?? 0;
  const listed = rows.filter((row) => row._id !== null);
  // The hits of a search are all found anyway.
  const exact = searchOnly || total <= EXACT_TOTAL;
  const last = listed.length === query.limit ? listed.at(-1) : undefined;
  return {
    rows: listed,
    total: exact ? total : (known ?? (await estimate(database, conditions))),
    exact,
    next: last ? encodeCursor(query.sort, last.key_values) : null,
  };
}

const KEEP_MS = 30_000;
const MOST_KEPT = 1_000;
// Estimates of large lists, by filter. They rest on statistics that are minutes old anyway.
const estimates = new Map<string, { total: number; until: number }>();

const keyOf = ({ where, values }: Listed): string => JSON.stringify([where, values]);

/** The estimate of a moment ago, so that a large list is not counted for each of its pages. */
function knownTotal(conditions: Listed): number | undefined {
  const kept = estimates.get(keyOf(conditions));
  return kept && kept.until > Date.now() ? kept.total : undefined;
}

async function estimate(database: Database, conditions: Listed): Promise<number> {
  const { hits, where, values } = conditions;
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) ${hits ? `WITH ${hits} ` : ''}SELECT FROM bookings b WHERE ${where}`,
    values,
  );
  const total = Math.max(EXACT_TOTAL + 1, Math.round(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0));
  if (estimates.size >= MOST_KEPT) estimates.clear();
  estimates.set(keyOf(conditions), { total, until: Date.now() + KEEP_MS });
  return total;
}
