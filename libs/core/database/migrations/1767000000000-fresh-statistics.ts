import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['locations', 'location_types', 'students', 'bookings', 'booking_people', 'occupancies'];
const FRESH = 'autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 100';

/** Statistics follow a site that is new, or has just been filled, within minutes, however large the other sites are. */
export class FreshStatistics1767000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} SET (${FRESH})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold)`);
  }
}
