import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was backed up and restored to try it, and how that ended: the age of the last good backup is asked of the database. */
export class Backups1766400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE TABLE backups (
  id uuid NOT NULL CONSTRAINT backups_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT backups_kind_1 CHECK (kind IN ('backup', 'restore')),
  name text NOT NULL,
  rows bigint NULL,
  problem text NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT backups_rows_1 CHECK ((problem IS NULL) = (rows IS NOT NULL))
);
CREATE INDEX backups_kind_2 ON backups (kind, began_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE backups');
  }
}
