import { type BookingStatus } from '#libs/bookings/booking-status';
import { inSet } from '#libs/bookings/listing/asked';
import { besidesNights, setsOf, withSets } from '#libs/bookings/listing/conditions';
import type { Sort } from '#libs/bookings/listing/list-bookings.dto';
import { pageColumns, pageOfIds, type PageStatement, withTotal } from '#libs/bookings/listing/page.queries';
import { afterInIndex, distance } from '#libs/bookings/listing/site-nights.queries';
import { byColumns, keyColumns, orderBy, partsOf, sortOrder } from '#libs/bookings/listing/sort-orders';
import { EXACT_TOTAL, type Filters } from '#libs/bookings/listing/totals';

/** Whether a list is of the nights of the whole site in the order of the contract start: an index has the bookings in it. */
const isInStartOrder = ({ base, few, wide, flags, nights }: Filters, sort: Sort): boolean =>
  nights !== undefined && !flags && base.length + few.length + wide.length === 0 && /^-?contract_start$/.test(sort);

/** Whether PostgreSQL reads no more bookings than a page has, or few, for the plain query of a list. */
export function isPlainPage(filters: Filters, sort: Sort): boolean {
  const { base, few, wide, isPlain } = filters;
  // The planner does not know whether to look up the names of what is found, or to read all names in order.
  const isFoundByNames = base.length + few.length + wide.length > 0 && sortOrder(sort).join !== '';
  return (isPlain && !isFoundByNames) || isInStartOrder(filters, sort);
}

/** A page by a plain query, and its total up to a bound, unless it is known. */
export function plainPage(statement: PageStatement, isKnown: boolean): string {
  const { order, include, limit } = statement;
  // What is skipped is counted off before anything is looked up for it.
  const some = () => `${candidates(statement)} ORDER BY ${orderBy(order)} ${limit()}`;
  const page = order.join
    ? pageOfIds(firstByJoin(statement), statement)
    : `SELECT ${pageColumns(order, include)} FROM (${some()}) b ORDER BY ${orderBy(order)}`;
  const total = isKnown
    ? `SELECT ${EXACT_TOTAL + 1} AS total`
    : `SELECT count(*)::int AS total FROM (${countable(statement)} LIMIT ${EXACT_TOTAL + 1}) counted`;
  return withTotal(withSets(setsOf(statement.filters)), total, page);
}

/** The statuses that select the bookings of a list, where nothing else does. */
const statusesAlone = ({ statuses, few, wide }: Filters): BookingStatus[] | undefined =>
  few.length + wide.length === 0 ? statuses : undefined;

/**
 * The bookings from which a page is taken, as a query without its end. Those of several statuses are read by one ordered index scan
 * per status: an index of the sort alone would lead through all the others.
 */
function candidates(statement: PageStatement): string {
  const { filters, order, after, most, place } = statement;
  const where = besidesNights(filters);
  if (filters.nights) return nightsInOrder(statement, `${where} AND ${filters.nights.usual}`);
  const all = `SELECT b.* FROM bookings b WHERE ${where}${after(order.keys)}`;
  const statuses = statusesAlone(filters);
  if (!statuses || !order.isIndexedByStatus) return all;
  return `SELECT b.* FROM ${perStatus(all, place(statuses), orderBy(order), place(most))}`;
}

/** The ids of a page in an order for which other records are read, each part in the order of an index. */
function firstByJoin({ filters, order, after, most, place, limit }: PageStatement): string {
  const { descending } = order;
  const ids = partsOf(order).map(
    ({ join, only, keys, by }) => `(SELECT b.id, ${keyColumns({ keys })} FROM bookings b ${join}
      WHERE ${besidesNights(filters)}${only}${after(keys)} ORDER BY ${orderBy({ keys: by, descending })} LIMIT ${place(most)})`,
  );
  return `SELECT * FROM (${ids.join(' UNION ALL ')}) x ORDER BY ${orderBy(byColumns(order, 'x'))} ${limit()}`;
}

/** The first bookings of a whole site with a night in the range; those of one place in the order of the index come together. */
function nightsInOrder({ filters, order, after, cursor, most, place }: PageStatement, where: string): string {
  const { keys, descending } = order;
  return `SELECT b.* FROM (
    (SELECT b.* FROM bookings b WHERE ${where}${after(keys)}${afterInIndex(cursor, descending, place)}
      ORDER BY ${distance(descending)} FETCH FIRST (${place(most)}) ROWS WITH TIES)
    UNION ALL (SELECT b.* FROM bookings b WHERE ${filters.site} AND ${inSet('unusual')}${after(keys)})) b`;
}

/** The bookings of a list, to be counted up to a bound: by an index where statuses select them, however rare one of them is. */
function countable(statement: PageStatement): string {
  const { filters } = statement;
  const all = `SELECT FROM bookings b WHERE ${besidesNights(filters)}`;
  if (filters.nights)
    return `(${all} AND ${filters.nights.usual} LIMIT ${EXACT_TOTAL + 1}) UNION ALL SELECT FROM unusual`;
  return ofStatuses(statement) ?? all;
}

/** Some columns of the bookings of statuses, up to a bound for each, if nothing else selects the list. */
export function ofStatuses({ filters, place }: PageStatement, columns = ''): string | undefined {
  const statuses = statusesAlone(filters);
  if (!statuses || !filters.isPlain) return undefined;
  const all = `SELECT ${columns} FROM bookings b WHERE ${besidesNights(filters)}`;
  return `SELECT ${columns && 'b.*'} FROM ${perStatus(all, place(statuses), orderBy(sortOrder('contract_start')), place(EXACT_TOTAL + 1))}`;
}

const perStatus = (all: string, statuses: string, order: string, most: string) =>
  `unnest(${statuses}::text[]) AS one (status) CROSS JOIN LATERAL (
    ${all} AND b.status = one.status ORDER BY ${order} LIMIT ${most}) b`;
