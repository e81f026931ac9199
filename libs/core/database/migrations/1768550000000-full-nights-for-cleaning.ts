import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The nights for cleaning that a part of a stay has again when its booking does not return to the place any more. */
export class FullNightsForCleaning1768550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE occupancies ADD COLUMN full_turnaround smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE occupancies DROP COLUMN full_turnaround');
  }
}
