import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who leaves at a time is found by it. The index is built while others write; one that was left unfinished is built again. */
export class DeparturesByIndex1766940001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Others are not held up by the waiting of this.
    await runner.query('SET lock_timeout = 0');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS bookings_departure_1');
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_departure_1 ON bookings (site_id, departure_slot_at)
       WHERE departure_slot_at IS NOT NULL`,
    );
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS bookings_departure_1');
  }
}
