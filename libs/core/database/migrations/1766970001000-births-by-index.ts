import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People of one name and date of birth are found by it. The index is built while others write; one that was left unfinished is built again. */
export class BirthsByIndex1766970001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Others are not held up by the waiting of this.
    await runner.query('SET lock_timeout = 0');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS students_birth_1');
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS students_birth_1 ON students (site_id, date_of_birth, name_key)
       WHERE date_of_birth IS NOT NULL`,
    );
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS students_birth_1');
  }
}
