import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The roll-call and the lists of blocks and departures are documents, and a site says which flags tell of a need in an evacuation. */
export class RollCall1766850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
ALTER TABLE sites ADD COLUMN evacuation_flag_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE documents ADD CONSTRAINT documents_kind_2
  CHECK (kind IN ('students', 'booking', 'roll_call', 'rooming_list', 'departures')) NOT VALID;
ALTER TABLE documents DROP CONSTRAINT documents_kind_1;`;

const DOWN = `
DELETE FROM documents WHERE kind NOT IN ('students', 'booking');
ALTER TABLE documents ADD CONSTRAINT documents_kind_1 CHECK (kind IN ('students', 'booking'));
ALTER TABLE documents DROP CONSTRAINT documents_kind_2;
ALTER TABLE sites DROP COLUMN evacuation_flag_ids;`;
