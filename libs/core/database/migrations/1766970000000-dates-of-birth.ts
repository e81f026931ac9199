import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When people were born: it tells apart two of one name, and finds two records of one person. */
export class DatesOfBirth1766970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE students ADD COLUMN date_of_birth date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE students DROP COLUMN date_of_birth');
  }
}
