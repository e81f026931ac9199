import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The holds of a site are found by their end. The index is built while others write; one that was left unfinished is built again. */
export class HoldsByIndex1766880001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Others are not held up by the waiting of this.
    await runner.query('SET lock_timeout = 0');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS bookings_hold_1');
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_hold_1 ON bookings (site_id, hold_until)
       WHERE status = 'provisional' AND hold_until IS NOT NULL`,
    );
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS bookings_hold_1');
  }
}
