import type { Database } from '#libs/core/database/database';
import { textsOf } from '#libs/core/database/pg-types';
import { conditionsOf, type FilteredSite } from '#libs/bookings/listing/booking-filters.queries';
import { encodeCursor } from '#libs/bookings/listing/cursor';
import { foundPage, sortedPage } from '#libs/bookings/listing/found-page.queries';
import type { ListBookingsQuery, Sort } from '#libs/bookings/listing/list-bookings.dto';
import { type ListedRow, listedReader } from '#libs/bookings/listing/listed-rows';
import { type PageStatement, pageStatement } from '#libs/bookings/listing/page.queries';
import { isPlainPage, plainPage } from '#libs/bookings/listing/plain-page.queries';
import { sortOrder } from '#libs/bookings/listing/sort-orders';
import { estimateTotal, EXACT_TOTAL, type Filters, knownTotal } from '#libs/bookings/listing/totals';
import { walkedPage } from '#libs/bookings/listing/walked-page.queries';

/** A page of bookings and how many there are. */
export async function listBookings(database: Database, query: ListBookingsQuery, site: FilteredSite) {
  const values: unknown[] = [site.id];
  const conditions = conditionsOf(query, site, { site: '$1', value: (given) => `$${values.push(given)}` });
  const filters: Filters = { ...conditions, values };
  const { rows, total, exact } = await pageOf(database, query, filters);
  const listed = rows.filter(({ _id }) => (_id as string | null) !== null);
  const last = listed.length === query.limit ? listed.at(-1) : undefined;
  return {
    rows: listed,
    total: exact ? total : (knownTotal(filters) ?? (await estimateTotal(database, filters))),
    exact,
    next: last ? encodeCursor(query.sort, textsOf(last.key_values)) : null,
  };
}

interface Found {
  rows: ListedRow[];
  total: number;
  exact: boolean;
}

type Read = (
  textOf: (statement: PageStatement) => string,
) => Promise<Pick<Found, 'rows' | 'total'> & { isFull: boolean }>;

/** Names of more bookings than this are read in order: to look up each of them and to sort them takes longer. */
const FEW_NAMES = 6_000;
/** How many bookings are read in the order of names for one of the list, until looking them up takes as long. */
const READ_FOR_ONE = 3;

/** Whether names are sorted, and a row tells whether it is in the list. */
const isByNames = ({ sets }: Filters, sort: Sort): boolean => sortOrder(sort).join !== '' && sets.size === 0;

/** A page of a list that is found and counted, up to a bound; none if there are more. */
async function foundOf(read: Read, byNames: boolean, most?: number): Promise<Found | undefined> {
  const bounds = { found: most && most + 1, sorted: byNames ? FEW_NAMES : undefined };
  const found = await read((statement) => foundPage(statement, bounds));
  const { total } = found;
  if (most !== undefined && total > most) return undefined;
  if (!byNames || total <= FEW_NAMES) return { ...found, exact: true };
  const walked = await read((statement) => walkedPage(statement, READ_FOR_ONE * total));
  const { rows } = walked.isFull ? walked : await read((statement) => foundPage(statement));
  return { rows, total, exact: true };
}

/**
 * The rows of a page by the way that reads few bookings, whatever the planner expects. What few bookings are found by leads to all of them;
 * other lists are small and counted, or large, so that a walk along the sort soon fills the page, unless their bookings are far from its
 * beginning.
 */
async function pageOf(database: Database, query: ListBookingsQuery, filters: Filters): Promise<Found> {
  const read: Read = async (textOf) => {
    const statement = pageStatement(query, filters);
    const rows = await database.rows(textOf(statement), statement.values, listedReader);
    return { rows, total: rows[0]?.total_count ?? 0, isFull: rows[0]?.total_count !== null };
  };
  const isKnown = knownTotal(filters) !== undefined;
  if (isPlainPage(filters, query.sort)) {
    const found = await read((statement) => plainPage(statement, isKnown));
    return { ...found, exact: found.total <= EXACT_TOTAL };
  }
  const isFew = filters.few.length > 0;
  const found =
    isFew || !isKnown
      ? await foundOf(read, isByNames(filters, query.sort), isFew ? undefined : EXACT_TOTAL)
      : undefined;
  if (found) return found;
  const walked = await read((statement) => walkedPage(statement));
  return { ...(walked.isFull ? walked : await read(sortedPage)), exact: false };
}
