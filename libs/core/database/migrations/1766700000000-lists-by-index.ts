import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  occupancies_nights_1: 'occupancies USING gist (site_id, period) WHERE live',
  bookings_status_4: `bookings (site_id, status, coalesce(contract_end, 'infinity'), id)`,
  bookings_status_5: 'bookings (site_id, status, created_at, id)',
  bookings_status_6: 'bookings (site_id, status, updated_at, id)',
};

/**
 * The nights of a site and the bookings of each status are found in an index, in the order of each sort. The indexes are built while
 * others write; one that was left unfinished by a failure is built again.
 */
export class ListsByIndex1766700000000 implements MigrationInterface {
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
