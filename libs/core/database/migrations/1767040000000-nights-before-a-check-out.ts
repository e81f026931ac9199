import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The nights that a check-out before a room move takes from the room that was left: `undo_check_out` brings them back. */
export class NightsBeforeACheckOut1767040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE occupancies ADD COLUMN uncut daterange, ADD COLUMN uncut_turnaround smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE occupancies DROP COLUMN uncut, DROP COLUMN uncut_turnaround');
  }
}
