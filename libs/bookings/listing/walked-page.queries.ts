import { allOf, type Nights, setsOf, rowConditions, withSets } from '#libs/bookings/listing/conditions';
import { inSet } from '#libs/bookings/listing/asked';
import { pageOfIds, type PageStatement, withTotal } from '#libs/bookings/listing/page.queries';
import { byColumns, keyColumns, orderBy, partsOf, type SortOrder } from '#libs/bookings/listing/sort-orders';
import { afterInIndex, distance } from '#libs/bookings/listing/site-nights.queries';
import { EXACT_TOTAL } from '#libs/bookings/listing/totals';

/** How many bookings are read for one of the page, for each list in addition, and at most. */
const [READ_PER_ROW, READ_AT_LEAST, READ_AT_MOST] = [40, 2_000, 50_000];

/** A part of the bookings in the order of the list, which an index has. */
interface Walk {
  all: string;
  fitting: string;
}

const boundOf = ({ most }: PageStatement): number => Math.min(READ_AT_LEAST + READ_PER_ROW * most, READ_AT_MOST);

/**
 * A page of a large list by a walk along the index of its sort, which ends after some thousands of bookings. The total is null if the page
 * is not full by then: other bookings could belong to it.
 */
export function walkedPage(statement: PageStatement, bound = boundOf(statement)): string {
  const { filters, order, place, limit } = statement;
  const most = place(statement.most);
  const read = place(bound);
  const walks = walksOf(statement, most, read);
  const sets = new Map([
    ...setsOf(filters),
    ...walks.map(({ fitting }, at): [string, string] => [`walk_${at}`, fitting]),
  ]);
  const isWhole = walks.map(
    ({ all }, at) =>
      `CASE WHEN (SELECT count(*) FROM walk_${at}) < ${most} THEN (SELECT count(*) FROM (${all}) x) < ${read} ELSE true END`,
  );
  const ids = walks.map((_, at) => `SELECT * FROM walk_${at}`).join(' UNION ALL ');
  const page = `SELECT * FROM (${ids}) x ORDER BY ${orderBy(byColumns(order, 'x'))} ${limit()}`;
  const total = `SELECT CASE WHEN ${allOf(isWhole)} THEN ${EXACT_TOTAL + 1} END AS total`;
  return withTotal(withSets(sets), total, pageOfIds(page, statement));
}

/** The walks along the indexes that together have the list in its order. */
function walksOf(statement: PageStatement, most: string, read: string): Walk[] {
  const { filters, order, after, place } = statement;
  const { site, base, statuses, nights } = filters;
  const { descending, isIndexedByStatus } = order;
  if (nights && !statuses && order.column === 'contract_start') return walksInNights(statement, nights, most, read);
  const ofStatus = isIndexedByStatus && statuses ? statuses.map((status) => ` AND b.status = ${place(status)}`) : [''];
  const inside = allOf([site], isIndexedByStatus ? base : []);
  const outside = allOf(isIndexedByStatus ? [] : base, rowConditions(filters));
  return partsOf(order).flatMap(({ join, only, keys, by }) =>
    ofStatus.map((status) => {
      const all = `SELECT b.*, ${keyColumns({ keys })} FROM bookings b ${join} WHERE ${inside}${only}${status}${after(keys)}
        ORDER BY ${orderBy({ keys: by, descending })} LIMIT ${read}`;
      const columns = byColumns({ keys, descending }, 'b');
      const first = orderBy({ ...columns, keys: columns.keys.filter((_, at) => by.some((key) => key === keys[at])) });
      return {
        all,
        fitting: `SELECT ${idAndKeys(keys)} FROM (${all}) b WHERE ${outside} ORDER BY ${first} LIMIT ${most}`,
      };
    }),
  );
}

const idAndKeys = (keys: SortOrder['keys']): string =>
  ['b.id', ...byColumns({ keys }, 'b').keys.map(({ expression }) => expression)].join(', ');

/** The bookings with a night in the range, in the order of their start, and the few that have other nights than their row says. */
function walksInNights(
  { filters, order, after, cursor, place }: PageStatement,
  nights: Nights,
  most: string,
  read: string,
): Walk[] {
  const { keys, descending } = order;
  const outside = allOf(['true'], rowConditions({ ...filters, nights: undefined }));
  const select = (distance: string) => `SELECT b.*, ${keyColumns({ keys })}, ${distance} AS distance FROM bookings b`;
  const usual = `${select(distance(descending))} WHERE ${filters.site} AND ${nights.usual}${after(keys)}${afterInIndex(cursor, descending, place)}
    ORDER BY ${distance(descending)} FETCH FIRST (${read}) ROWS WITH TIES`;
  const unusual = `${select('0')} WHERE ${filters.site} AND ${inSet('unusual')}${after(keys)} ORDER BY ${orderBy(order)} LIMIT ${read}`;
  return [usual, unusual].map((all) => ({
    all,
    fitting: `SELECT ${idAndKeys(keys)} FROM (${all}) b WHERE ${outside} ORDER BY b.distance FETCH FIRST (${most}) ROWS WITH TIES`,
  }));
}
