import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A site may say after how many years housekeeping erases who has left. Nothing is erased where it does not. */
export class Retention1766830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sites ADD COLUMN retention_years integer CONSTRAINT sites_retention_1 CHECK (retention_years BETWEEN 1 AND 100)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sites DROP COLUMN retention_years');
  }
}
