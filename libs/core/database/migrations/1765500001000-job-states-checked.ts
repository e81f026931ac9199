import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The states of the jobs that were there before are checked, while others go on reading and writing. */
export class JobStatesChecked1765500001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs VALIDATE CONSTRAINT jobs_state_2');
  }

  /** A constraint that has been checked stays so. */
  async down(): Promise<void> {}
}
