import { ConcurrentIndexes } from '#libs/core/database/concurrent-indexes';

/**
 * The bookings of a site with a night in some range are found in the order of their contract start, and the people who have not left
 * their place in time without a look at everybody who is in house.
 */
export class NightsInOrder1766980000000 extends ConcurrentIndexes {
  protected readonly indexes = {
    bookings_nights_1: `bookings USING gist (site_id, daterange(occupied_from, occupied_to),
      ((contract_start - '2000-01-01'::date)::bigint << 36 | ('x' || left(replace(id::text, '-', ''), 9))::bit(36)::bigint))
      WHERE status NOT IN ('cancelled', 'no_show', 'void')`,
    occupancies_late_1: 'occupancies (site_id, (upper(period) - turnaround)) WHERE in_house',
  };
}
