import { besidesNights, inUsualNights, setsOf, withSets } from '#libs/bookings/listing/conditions';
import { inSet, type Sets } from '#libs/bookings/listing/asked';
import { pageOfIds, type PageStatement, withTotal } from '#libs/bookings/listing/page.queries';
import { ofStatuses } from '#libs/bookings/listing/plain-page.queries';
import { keyColumns, orderBy, type SortOrder } from '#libs/bookings/listing/sort-orders';
import { EXACT_TOTAL, type Filters } from '#libs/bookings/listing/totals';

/** Up to this many bookings with some flags lead to a list. */
const FEW_FLAGGED = 2_000;

const areFew = `(SELECT count(*) FROM flagged) <= ${FEW_FLAGGED}`;

/** The conditions of flags, each for some bookings: few that have them lead to a list, many are looked up. */
function byFlags({ few, flags }: Filters): string[] {
  if (!flags) return ['true'];
  return few.length > 0 ? [flags.has] : [`${areFew} AND ${inSet('flagged')}`, `NOT (${areFew}) AND ${flags.has}`];
}

const byNights = (filters: Filters, isWhole: boolean): string[] =>
  filters.nights ? [inUsualNights(filters.nights, filters, isWhole), inSet('unusual')] : ['true'];

const columnsFor = ({ column }: SortOrder): string => `b.site_id, b.id, b.${column}`;

/** All bookings of a list, with no more than its sort needs; `isWhole` if they are read to the end. */
function foundOf(filters: Filters, order: SortOrder, isWhole: boolean, flagged = byFlags(filters)): string {
  const select = `SELECT ${columnsFor(order)} FROM bookings b WHERE ${besidesNights(filters)}`;
  const parts = flagged.flatMap((flags) =>
    byNights(filters, isWhole).map((nights) => `${select} AND ${flags} AND ${nights}`),
  );
  return parts.join(' UNION ALL ');
}

function setsToFind(filters: Filters): Sets {
  const sets = setsOf(filters);
  const { few, flags } = filters;
  return flags && few.length === 0 ? new Map([...sets, ['flagged', `${flags.ids} LIMIT ${FEW_FLAGGED + 1}`]]) : sets;
}

const firstOf = (source: string, { order, after, limit }: PageStatement): string =>
  `SELECT b.id, ${keyColumns(order)} FROM ${source} WHERE true${after(order.keys)} ORDER BY ${orderBy(order)} ${limit()}`;

/** How many bookings are found at most, and of how many there is a page. */
interface Bounds {
  found?: number | undefined;
  sorted?: number | undefined;
}

/** A page of a list of which all bookings are found, and counted, before they are sorted. */
export function foundPage(statement: PageStatement, bounds: Bounds = {}): string {
  const { filters, order } = statement;
  const end = bounds.found === undefined ? '' : ` LIMIT ${bounds.found}`;
  const found = ofStatuses(statement, columnsFor(order)) ?? foundOf(filters, order, bounds.found === undefined);
  const sets = new Map([...setsToFind(filters), ['found', found + end]]);
  // An index counts the bookings of statuses: none of them is found unless they are few enough to be sorted.
  const counted = ofStatuses(statement);
  const total = `SELECT count(*)::int AS total FROM ${counted ? `(${counted}${end}) counted` : 'found'}`;
  const page = (source: string) => pageOfIds(firstOf(source, statement), statement);
  if (bounds.sorted === undefined) return withTotal(withSets(sets), total, page(`found b ${order.join}`));
  sets.set('total', total);
  const few = `(SELECT * FROM found WHERE (SELECT total FROM total) <= ${bounds.sorted}) b ${order.lookUp}`;
  return withTotal(withSets(sets), 'SELECT total FROM total', page(few));
}

/** The same without a total, for a list that is larger than what is counted. */
export function sortedPage(statement: PageStatement): string {
  const { filters, order } = statement;
  const found = foundOf(filters, order, true, filters.flags ? [`b.id IN (${filters.flags.ids})`] : undefined);
  const page = pageOfIds(firstOf(`(${found}) b ${order.join}`, statement), statement);
  return withTotal(withSets(setsOf(filters)), `SELECT ${EXACT_TOTAL + 1} AS total`, page);
}
