import { CALLED_OFF } from '#libs/bookings/booking-status';
import { phaseCondition } from '#libs/bookings/phase';
import { inSql } from '#libs/occupancy/live';

/**
 * The bookings of a whole site with a night in some range: `usual` is a condition that holds of most, `unusual` a query of the ids of the
 * others. Both read `odd`, a query of ids that has to be in the WITH of the statement. `all` is the same condition as `usual`, for a query
 * that reads all of these bookings: they are found before any of them is read, in the order in which the table has them.
 */
export interface SiteNights {
  odd: string;
  usual: string;
  all: string;
  unusual: string;
}

/** `site`, `today` and `range` are expressions: an id, a date and a range of dates. */
export function siteNights(site: string, today: string, range: string): SiteNights {
  const nights = `daterange(b.occupied_from, b.occupied_to)`;
  const isUsual = (inRange: string) =>
    `b.status NOT IN ${inSql(CALLED_OFF)} AND ${inRange} AND NOT (b.id = ANY(ARRAY(SELECT id FROM odd)))`;
  return {
    // The nights of these are not those of their row: they have not left a place in time, moved to another one on their last day,
    // wait for somebody who has not left, or lost the first nights after a planned move to somebody who left late. They are few.
    odd: `WITH late AS MATERIALIZED (
        SELECT x.* FROM occupancies x WHERE x.site_id = ${site} AND x.in_house AND upper(x.period) - x.turnaround < ${today})
      SELECT b.id FROM bookings b WHERE b.site_id = ${site}
        AND (${phaseCondition('overstay', () => today)} OR ${phaseCondition('due_out', () => today)} AND b.segment_from = ${today})
      UNION SELECT booking_id FROM late
      UNION SELECT o.booking_id FROM late x JOIN occupancies o ON o.site_id = ${site} AND o.location_id = x.location_id AND o.slot = x.slot
        AND o.live AND NOT o.in_house AND o.period && overstay(x.period, x.turnaround, ${today}) WHERE o.booking_id IS NOT NULL
      UNION SELECT o.booking_id FROM occupancies o JOIN bookings b ON b.site_id = ${site} AND b.id = o.booking_id AND b.segment < o.segment
      WHERE o.site_id = ${site} AND o.live AND o.segment > 1
        AND (lower(o.period) IS NULL OR lower(o.period) > coalesce(lower(${range}), '-infinity') AND lower(o.period) <= ${today})`,
    // As the index bookings_nights_1 has it.
    usual: isUsual(`${nights} && ${range}`),
    // PostgreSQL has only one way to look for one of two ranges. It expects few bookings in one of many sites, and would read each as it is found.
    all: isUsual(`(${nights} && ${range} OR ${nights} && 'empty')`),
    unusual: `SELECT odd.id FROM odd WHERE EXISTS (SELECT FROM timeline(${site}, ${today}) t WHERE t.holder_id = odd.id AND t.nights && ${range} OFFSET 0)`,
  };
}

/**
 * The order of contract start and id as a number below 2^53, up to which the index bookings_nights_1 measures distances exactly. The
 * numbers of bookings with ids of the same four seconds and the same start are equal.
 */
const startOrder = (start: string, id: string): string =>
  `((${start} - '2000-01-01'::date)::bigint << 36 | ('x' || left(replace(${id}::text, '-', ''), 9))::bit(36)::bigint)`;

/** The distance by which bookings come out of the index in the order of their contract start. */
export const distance = (descending: boolean): string =>
  `${startOrder('b.contract_start', 'b.id')} <-> ${descending ? Number.MAX_SAFE_INTEGER : 0}::bigint`;

/** The condition by which the index leads to the rows after a cursor of this order; others with the same number come, too. */
export function afterInIndex(
  cursor: string[] | undefined,
  descending: boolean,
  place: (value: string) => string,
): string {
  if (!cursor) return '';
  const [start = '', id = ''] = cursor.map(place);
  const first = startOrder(`${start}::date`, `${id}::uuid`);
  return ` AND ${startOrder('b.contract_start', 'b.id')} ${descending ? '<=' : '>='} ${first}`;
}
