import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Welfare has a version and a time of its own, so that its changes show in nothing that everybody may read. */
export class WelfareVersion1766830001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE students ADD COLUMN welfare_version integer NOT NULL DEFAULT 0, ADD COLUMN welfare_updated_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE students DROP COLUMN welfare_updated_at, DROP COLUMN welfare_version');
  }
}
