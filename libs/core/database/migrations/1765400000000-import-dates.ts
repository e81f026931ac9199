import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a file writes days is found out once, from all of its columns, and kept with its import: rows keep only what is read. */
export class ImportDates1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
ALTER TABLE imports ADD COLUMN dates jsonb NOT NULL
  DEFAULT '{"dateOrder": null, "yearPlace": null, "countsFrom1900": false}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN dates');
  }
}
