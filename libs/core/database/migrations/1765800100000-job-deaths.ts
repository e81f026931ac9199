import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job counts the workers that ended while they were at it, and how often it waited for something that was away. */
export class JobDeaths1765800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE jobs ADD COLUMN deaths integer NOT NULL DEFAULT 0, ADD COLUMN waits integer NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN deaths, DROP COLUMN waits');
  }
}
