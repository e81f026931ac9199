import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For how long everybody may take back a transition of their own is a setting of the site. */
export class Corrections1766500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sites ADD COLUMN correction_minutes integer NOT NULL DEFAULT 30');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sites DROP COLUMN correction_minutes');
  }
}
