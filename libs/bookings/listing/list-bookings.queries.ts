import type { Database } from '#libs/core/database/database';
import { escapeLike, escapeLikeName } from '#libs/core/database/like';
import { BOOKING_COLUMNS, type BookingRow } from '#libs/bookings/booking-rows';
import { decodeCursor, encodeCursor } from '#libs/bookings/listing/cursor';
import type { ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import { behind, keyValues, orderBy, sortOrder } from '#libs/bookings/listing/sort-orders';
import { phaseCondition } from '#libs/bookings/phase';
import { isId } from '#libs/core/http/ids';
import { isBelow } from '#libs/locations/below.queries';

/** Above this a total is the planner's estimate, so that the cost of a page does not grow with the table. */
export const EXACT_TOTAL = 10_000;

// A union, not an or: each half has an index of its own.
const PERSON = (id: string) => `b.id IN (
  SELECT o.id FROM bookings o WHERE o.site_id = $1 AND o.lead_person_id = ${id}
  UNION SELECT p.booking_id FROM booking_people p WHERE p.site_id = $1 AND p.student_id = ${id})`;

// One branch per table, each over its own trigram index. The expressions must stay as the indexes have them.
const HITS = (pattern: string, namePattern: string) => `hits AS MATERIALIZED (
  WITH people AS (
    SELECT id FROM students WHERE site_id = $1 AND folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || student_id) LIKE ${namePattern})
  SELECT id FROM bookings WHERE site_id = $1 AND folded(reference || ' ' || coalesce(vehicle_registration, '')) LIKE ${pattern}
  UNION SELECT o.id FROM people JOIN bookings o ON o.site_id = $1 AND o.lead_person_id = people.id
  UNION SELECT p.booking_id FROM people JOIN booking_people p ON p.site_id = $1 AND p.student_id = people.id
  UNION SELECT o.id FROM locations l JOIN bookings o ON o.site_id = $1 AND o.location_id = l.id
    WHERE l.site_id = $1 AND folded(l.name || ' ' || coalesce(l.code, '')) LIKE ${pattern}
  UNION SELECT o.id FROM block_bookings k JOIN bookings o ON o.site_id = $1 AND o.block_booking_id = k.id
    WHERE k.site_id = $1 AND folded(k.name) LIKE ${pattern})`;

/** What a list filters by: `hits` of a search come before the query, `where` inside it. */
interface Conditions {
  hits: string | undefined;
  where: string;
  values: unknown[];
}

// A booking that does not count any more has no nights; it is found by its contract, when its status is asked for.
const GONE = ['cancelled', 'no_show', 'void'];

/** Bookings that hold or had a night from a date up to another, in a location if one is given. */
function nightsCondition(query: ListBookingsQuery, today: string, value: (given: unknown) => string): string {
  const { from, to, location, location_tree: tree, status } = query;
  if ([location, tree].some((id) => id !== undefined && !isId(id))) return 'false';
  const range = `daterange(${value(from ?? null)}::date, ${to === undefined ? 'NULL' : `greatest(${value(to)}::date, ${value(from ?? null)}::date)`})`;
  const at =
    location === undefined ? '' : `AND t.location_id = ${value(location)} AND t.stay_location_id = t.location_id`;
  const root = tree === undefined ? '' : value(tree);
  const inTree = (column: string) => (tree === undefined ? '' : `AND ${isBelow(column, '$1', root)}`);
  const nights = `b.id IN (SELECT t.holder_id FROM timeline($1, ${value(today)}::date) t
    WHERE (t.period && ${range} OR t.in_house) AND t.nights && ${range} ${at} ${inTree('t.location_id')} ${inTree('t.stay_location_id')})`;
  const gone = status?.filter((each) => GONE.includes(each)) ?? [];
  if (gone.length === 0) return nights;
  const there = location === undefined ? '' : `AND b.location_id = ${value(location)}`;
  return `(${nights} OR b.status = ANY(${value(gone)}::text[]) AND nights(b.contract_start, b.contract_end) && ${range} ${there} ${inTree('b.location_id')})`;
}

/** The conditions of a list and their values; ids that are none match nothing. */
function conditionsOf(query: ListBookingsQuery, siteId: string, today: string): Conditions {
  const values: unknown[] = [siteId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const reference = (id: string, condition: (place: string) => string) => (isId(id) ? condition(value(id)) : 'false');
  const inNights = query.from !== undefined || query.to !== undefined;
  const conditions = [
    'b.site_id = $1',
    query.person !== undefined && reference(query.person, PERSON),
    query.location !== undefined && !inNights && reference(query.location, (id) => `b.location_id = ${id}`),
    query.location_tree !== undefined &&
      !inNights &&
      reference(query.location_tree, (root) => isBelow('b.location_id', '$1', root)),
    inNights && nightsCondition(query, today, value),
    query.block_booking !== undefined && reference(query.block_booking, (id) => `b.block_booking_id = ${id}`),
    query.status?.length === 1 && `b.status = ${value(query.status[0])}`,
    query.status && query.status.length > 1 && `b.status = ANY(${value(query.status)}::text[])`,
    query.phase && phaseCondition(query.phase, () => `${value(today)}::date`),
    query.q !== undefined && 'b.id IN (SELECT id FROM hits)',
  ];
  const containing = (escaped: string) => `'%' || folded(${value(escaped)}) || '%'`;
  const hits =
    query.q === undefined ? undefined : HITS(containing(escapeLike(query.q)), containing(escapeLikeName(query.q)));
  return { hits, where: conditions.filter(Boolean).join(' AND '), values };
}

type ListedRow = BookingRow & { total_count: number; key_values: string[] };

/** A page of bookings and how many there are: in one statement, or in two when the total has to be estimated. */
export async function listBookings(database: Database, query: ListBookingsQuery, siteId: string, today: string) {
  const conditions = conditionsOf(query, siteId, today);
  const { hits, where, values: filters } = conditions;
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

const keyOf = ({ where, values }: Conditions): string => JSON.stringify([where, values]);

/** The estimate of a moment ago, so that a large list is not counted for each of its pages. */
function knownTotal(conditions: Conditions): number | undefined {
  const kept = estimates.get(keyOf(conditions));
  return kept && kept.until > Date.now() ? kept.total : undefined;
}

async function estimate(database: Database, conditions: Conditions): Promise<number> {
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
