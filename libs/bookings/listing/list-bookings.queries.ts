import type { Database } from '#libs/core/database/database';
import { textsOf } from '#libs/core/database/pg-types';
import { conditionsOf, type FilteredSite } from '#libs/bookings/listing/booking-filters.queries';
import { encodeCursor } from '#libs/bookings/listing/cursor';
import { foundPage, sortedPage } from '#libs/bookings/listing/found-page.queries';
import type { ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import { type ListedRow, listedReader } from '#libs/bookings/listing/listed-rows';
import { type PageStatement, pageStatement } from '#libs/bookings/listing/page.queries';
import { isPlainPage, plainPage } from '#libs/bookings/listing/plain-page.queries';
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

/**
 * The rows of a page by the way that reads few bookings, whatever the planner expects. What few bookings are found by leads to all of them;
 * other lists are small and counted, or large, so that a walk along the sort soon fills the page, unless their bookings are far from its
 * beginning.
 */
async function pageOf(database: Database, query: ListBookingsQuery, filters: Filters): Promise<Found> {
  const read = async (textOf: (statement: PageStatement) => string) => {
    const statement = pageStatement(query, filters);
    const rows = await database.rows(textOf(statement), statement.values, listedReader);
    return { rows, total: rows[0]?.total_count ?? 0, isFull: rows[0]?.total_count !== null };
  };
  const isKnown = knownTotal(filters) !== undefined;
  if (isPlainPage(filters, query.sort)) {
    const found = await read((statement) => plainPage(statement, isKnown));
    return { ...found, exact: found.total <= EXACT_TOTAL };
  }
  if (filters.few.length > 0) return { ...(await read(foundPage)), exact: true };
  if (!isKnown) {
    const found = await read((statement) => foundPage(statement, EXACT_TOTAL + 1));
    if (found.total <= EXACT_TOTAL) return { ...found, exact: true };
  }
  const walked = await read(walkedPage);
  return { ...(walked.isFull ? walked : await read(sortedPage)), exact: false };
}
