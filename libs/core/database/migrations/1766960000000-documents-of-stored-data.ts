import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is stored about a student is a document, too. */
export class DocumentsOfStoredData1766960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
ALTER TABLE documents ADD CONSTRAINT documents_kind_3
  CHECK (kind IN ('students', 'booking', 'roll_call', 'rooming_list', 'departures', 'subject_data')) NOT VALID;
ALTER TABLE documents DROP CONSTRAINT documents_kind_2;`;

const DOWN = `
DELETE FROM documents WHERE kind = 'subject_data';
ALTER TABLE documents ADD CONSTRAINT documents_kind_2
  CHECK (kind IN ('students', 'booking', 'roll_call', 'rooming_list', 'departures'));
ALTER TABLE documents DROP CONSTRAINT documents_kind_3;`;
