import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The undo of an import is a job that goes batch by batch, and jobs can be stopped. */
export class UndoInBatches1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
ALTER TABLE jobs ADD COLUMN cancel_requested_at timestamptz;
ALTER TABLE jobs ADD CONSTRAINT jobs_state_2 CHECK (state IN ('waiting', 'active', 'completed', 'failed', 'cancelled')) NOT VALID;
ALTER TABLE jobs DROP CONSTRAINT jobs_state_1;
ALTER TABLE imports ADD COLUMN undo_job_id uuid, ADD COLUMN undo_user_id uuid, ADD COLUMN undo_role text,
  ADD COLUMN undo_api_key_id uuid, ADD COLUMN undo_key_role text;
ALTER TABLE import_rows ADD COLUMN undo_outcome text, ADD COLUMN undo_reason text, ADD COLUMN undo_person_outcome text;`;

const DOWN = `
ALTER TABLE import_rows DROP COLUMN undo_outcome, DROP COLUMN undo_reason, DROP COLUMN undo_person_outcome;
ALTER TABLE imports DROP COLUMN undo_job_id, DROP COLUMN undo_user_id, DROP COLUMN undo_role, DROP COLUMN undo_api_key_id,
  DROP COLUMN undo_key_role;
UPDATE jobs SET state = 'failed' WHERE state = 'cancelled';
ALTER TABLE jobs ADD CONSTRAINT jobs_state_1 CHECK (state IN ('waiting', 'active', 'completed', 'failed'));
ALTER TABLE jobs DROP CONSTRAINT jobs_state_2, DROP COLUMN cancel_requested_at;`;
