import { BOOKING_COLUMNS } from '#libs/bookings/booking-rows';
import { recordKinds, selectRecords } from '#libs/bookings/listing/expand.queries';
import { decodeCursor } from '#libs/bookings/listing/cursor';
import type { ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import {
  byColumns,
  keyValues,
  orderBy,
  rowsAfter,
  type SortOrder,
  sortOrder,
} from '#libs/bookings/listing/sort-orders';
import type { Filters } from '#libs/bookings/listing/totals';

/** A statement of a page with its values. */
export interface PageStatement {
  filters: Filters;
  order: SortOrder;
  cursor: string[] | undefined;
  /** The condition that leads to the rows after a cursor, by the keys of an order. */
  after: (keys: SortOrder['keys']) => string;
  /** How many rows are read at most, those that are skipped included. */
  most: number;
  place: (value: unknown) => string;
  /** Its end. */
  limit: () => string;
  include: ListBookingsQuery['include'];
  values: unknown[];
}

export function pageStatement(query: ListBookingsQuery, filters: Filters): PageStatement {
  const values = [...filters.values];
  const place = (value: unknown) => `$${values.push(value)}`;
  const order = sortOrder(query.sort);
  const cursor = query.cursor ? decodeCursor(query.cursor, query.sort) : undefined;
  return {
    filters,
    order,
    cursor,
    after: (keys) => (cursor ? ` AND ${rowsAfter({ ...order, keys }, cursor, place)}` : ''),
    most: query.skip + query.limit,
    place,
    limit: () => `LIMIT ${place(query.limit)} OFFSET ${place(query.skip)}`,
    include: query.include,
    values,
  };
}

/** The columns of a page of bookings `b`, in the order of some keys. */
export const pageColumns = (order: SortOrder, include: PageStatement['include']): string =>
  [BOOKING_COLUMNS, `${keyValues(order)} AS key_values`, ...selectRecords(recordKinds(include))].join(', ');

/** A page from a query of its ids with their keys. Each booking is looked up, which the planner would not do for many. */
export function pageOfIds(ids: string, { order, include }: PageStatement): string {
  const columns = byColumns(order, 'x');
  return `SELECT ${pageColumns(columns, include)} FROM (${ids}) x
    CROSS JOIN LATERAL (SELECT b.* FROM bookings b WHERE b.site_id = $1 AND b.id = x.id OFFSET 0) b ORDER BY ${orderBy(columns)}`;
}

/** A statement with a total and a page of which each row has it; there is one row without a booking if the page is empty. */
export const withTotal = (sets: string, total: string, page: string): string =>
  `${sets}SELECT c.total AS total_count, p.* FROM (${total}) c LEFT JOIN (${page}) p ON true`;
