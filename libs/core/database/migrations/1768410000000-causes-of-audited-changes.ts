import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries of the audit say which larger operation they were a part of. */
export class CausesOfAuditedChanges1768410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_events ADD COLUMN cause_kind text, ADD COLUMN cause_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_events DROP COLUMN cause_kind, DROP COLUMN cause_id');
  }
}
