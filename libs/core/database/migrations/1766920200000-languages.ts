import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A site may say in which language its documents and mails are. */
export class Languages1766920200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sites ADD COLUMN language text CONSTRAINT sites_language_1 CHECK (language IN ('en', 'de', 'fr', 'es', 'cy', 'ar'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sites DROP COLUMN language');
  }
}
