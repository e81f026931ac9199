import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  bookings_nights_1: `bookings USING gist (site_id, daterange(occupied_from, occupied_to),
    ((contract_start - '2000-01-01'::date)::bigint << 36 | ('x' || left(replace(id::text, '-', ''), 9))::bit(36)::bigint))
    WHERE status NOT IN ('cancelled', 'no_show', 'void')`,
  occupancies_late_1: 'occupancies (site_id, (upper(period) - turnaround)) WHERE in_house',
};

/**
 * The bookings of a site with a night in some range are found in the order of their contract start, and the people who have not left
 * their place in time without a look at everybody who is in house. The indexes are built while others write; one that was left
 * unfinished is built again.
 */
export class NightsInOrder1766980000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Others are not held up by the waiting of this.
    await runner.query('SET lock_timeout = 0');
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${definition}`);
    }
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
