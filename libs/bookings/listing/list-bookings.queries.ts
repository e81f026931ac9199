import type { Database } from '#libs/core/database/database';
import { textsOf } from '#libs/core/database/pg-types';
import { BOOKING_COLUMNS } from '#libs/bookings/booking-rows';
import type { BookingStatus } from '#libs/bookings/booking-status';
import { type Conditions, conditionsOf, type FilteredSite } from '#libs/bookings/listing/booking-filters.queries';
import { inSet } from '#libs/bookings/listing/asked';
import { distance, startOrder } from '#libs/bookings/listing/site-nights.queries';
import { recordKinds, selectRecords } from '#libs/bookings/listing/expand.queries';
import { decodeCursor, encodeCursor } from '#libs/bookings/listing/cursor';
import { listedReader } from '#libs/bookings/listing/listed-rows';
import type { ListBookingsQuery, Sort } from '#libs/bookings/listing/list-bookings.dto';
import { rowsAfter, keyValues, orderBy, type SortOrder, sortOrder } from '#libs/bookings/listing/sort-orders';

/** Above this a total is the planner's estimate, so that the cost of a page does not grow with the table. */
export const EXACT_TOTAL = 10_000;

/** The conditions of a list with their values. */
interface Listed extends Conditions {
  values: unknown[];
}

/** A page of bookings and how many there are: in one statement, or in two when the total has to be estimated. */
export async function listBookings(database: Database, query: ListBookingsQuery, site: FilteredSite) {
  const filters: unknown[] = [site.id];
  const found = conditionsOf(query, site, { site: '$1', value: (given) => `$${filters.push(given)}` });
  const conditions: Listed = {
    ...(inStartOrder(found, query.sort) ?? { ...found, nights: undefined }),
    values: filters,
  };
  const { sets, only, nights } = conditions;
  const values = [...filters];
  const place = (value: unknown) => `$${values.push(value)}`;
  const order = sortOrder(query.sort);
  const cursor = query.cursor ? decodeCursor(query.cursor, query.sort) : undefined;
  const after = (keys: SortOrder['keys']) => (cursor ? ` AND ${rowsAfter({ ...order, keys }, cursor, place)}` : '');
  // What is skipped is counted off before anything is looked up for it.
  const some = `${candidates(conditions, order, { after, cursor, most: query.skip + query.limit, place })}
    ORDER BY ${orderBy(order)} LIMIT ${place(query.limit)} OFFSET ${place(query.skip)}`;
  const columns = [BOOKING_COLUMNS, `${keyValues(order)} AS key_values`, ...selectRecords(recordKinds(query.include))];
  const page = `SELECT ${columns.join(', ')} FROM (${some}) b ${order.join} ORDER BY ${orderBy(order)}`;
  const known = knownTotal(conditions);
  // The members of a set are all found anyway.
  const counted = () => only ?? `(${countable(conditions, place)}${sets ? '' : ` LIMIT ${EXACT_TOTAL + 1}`})`;
  const count = known
    ? `SELECT ${EXACT_TOTAL + 1} AS total`
    : `SELECT count(*)::int AS total FROM ${counted()} counted`;
  const text = `${sets ? `WITH ${sets} ` : ''}SELECT c.total AS total_count, p.* FROM (${count}) c LEFT JOIN (${page}) p ON true`;
  const rows = await database.rows(text, values, listedReader);
  const total = rows[0]?.total_count ?? 0;
  const listed = rows.filter(({ _id }) => (_id as string | null) !== null);
  const exact = (sets !== '' && !nights) || total <= EXACT_TOTAL;
  const last = listed.length === query.limit ? listed.at(-1) : undefined;
  return {
    rows: listed,
    total: exact ? total : (known ?? (await estimate(database, conditions))),
    exact,
    next: last ? encodeCursor(query.sort, textsOf(last.key_values)) : null,
  };
}

/**
 * The conditions of the nights of a whole site in the order of the contract start: an index has the bookings in it, so that no more are
 * read than a page has.
 */
function inStartOrder({ nights }: Conditions, sort: Sort): Conditions | undefined {
  if (!nights || !/^-?contract_start$/.test(sort)) return undefined;
  const sets = `odd AS MATERIALIZED (${nights.odd}), unusual AS MATERIALIZED (${nights.unusual})`;
  return { sets, where: `b.site_id = $1 AND ${nights.usual}`, only: undefined, statuses: undefined, nights };
}

interface Start {
  /** The condition that leads to the rows after a cursor, by the keys of an order. */
  after: (keys: SortOrder['keys']) => string;
  cursor: string[] | undefined;
  /** How many rows are read at most, those that are skipped included. */
  most: number;
  place: (value: unknown) => string;
}

/**
 * The bookings from which a page is taken, as a query without its end. Those of several statuses are read by one ordered index scan
 * per status: an index of the sort alone would lead through all the others.
 */
function candidates({ where, statuses, nights }: Listed, order: SortOrder, start: Start): string {
  const { after, most, place } = start;
  const { parts, descending } = order;
  if (nights) return nightsInOrder(where, order, start);
  if (parts) {
    const bookings = parts.map(
      ({ join, only, keys, by }) => `(SELECT b.* FROM bookings b ${join} WHERE ${where}${only}${after(keys)}
        ORDER BY ${orderBy({ keys: by, descending })} LIMIT ${place(most)})`,
    );
    return `SELECT b.* FROM (${bookings.join(' UNION ALL ')}) b ${order.join}`;
  }
  const all = `SELECT b.* FROM bookings b ${order.join} WHERE ${where}${after(order.keys)}`;
  if (!statuses || !order.isIndexedByStatus) return all;
  return `SELECT b.* FROM ${perStatus(all, statuses, order, { most, place })}`;
}

/** The first bookings of a whole site with a night in the range; those of one place in the order of the index come together. */
function nightsInOrder(where: string, { keys, descending }: SortOrder, { after, cursor, most, place }: Start): string {
  const [start = '', id = ''] = (cursor ?? []).map(place);
  const from = `${startOrder('b.contract_start', 'b.id')} ${descending ? '<=' : '>='} ${startOrder(`${start}::date`, `${id}::uuid`)}`;
  return `SELECT b.* FROM (
    (SELECT b.* FROM bookings b WHERE ${where}${after(keys)}${cursor ? ` AND ${from}` : ''}
      ORDER BY ${distance(descending)} FETCH FIRST (${place(most)}) ROWS WITH TIES)
    UNION ALL (SELECT b.* FROM bookings b WHERE b.site_id = $1 AND ${inSet('unusual')}${after(keys)})) b`;
}

/** The bookings of a list, to be counted up to a bound: by an index where statuses select them, however rare one of them is. */
function countable({ where, statuses, nights }: Listed, place: Start['place']): string {
  const all = `SELECT FROM bookings b WHERE ${where}`;
  if (nights) return `(${all} LIMIT ${EXACT_TOTAL + 1}) UNION ALL SELECT FROM unusual`;
  if (!statuses) return all;
  return `SELECT FROM ${perStatus(all, statuses, sortOrder('contract_start'), { most: EXACT_TOTAL + 1, place })}`;
}

const perStatus = (
  all: string,
  statuses: BookingStatus[],
  order: SortOrder,
  { most, place }: Pick<Start, 'most' | 'place'>,
) =>
  `unnest(${place(statuses)}::text[]) AS one (status) CROSS JOIN LATERAL (
    ${all} AND b.status = one.status ORDER BY ${orderBy(order)} LIMIT ${place(most)}) b`;

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
  const { sets, where, values } = conditions;
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) ${sets ? `WITH ${sets} ` : ''}SELECT FROM bookings b WHERE ${where}`,
    values,
  );
  const total = Math.max(EXACT_TOTAL + 1, Math.round(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0));
  if (estimates.size >= MOST_KEPT) estimates.clear();
  estimates.set(keyOf(conditions), { total, until: Date.now() + KEEP_MS });
  return total;
}
