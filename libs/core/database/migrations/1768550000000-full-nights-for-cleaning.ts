import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many nights for cleaning a part of a stay had before the return of its booking, or an exchange of rooms, shortened them. */
export class FullNightsForCleaning1768550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE occupancies ADD COLUMN full_turnaround smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE occupancies DROP COLUMN full_turnaround');
  }
}
