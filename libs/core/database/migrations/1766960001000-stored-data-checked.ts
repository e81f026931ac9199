import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kinds of the documents that were there before are checked, while others go on reading and writing. */
export class StoredDataChecked1766960001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents VALIDATE CONSTRAINT documents_kind_3');
  }

  /** A constraint that has been checked stays so. */
  async down(): Promise<void> {}
}
