import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever has left lives nowhere. */
export class PeopleWhoLeft1766810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The release before leaves people without a location out of its lists; they are there again in this one.
    await runner.query(
      '-- squawk-ignore ban-drop-not-null\nALTER TABLE students ALTER COLUMN location_id DROP NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
UPDATE students s SET location_id = (
  SELECT l.id FROM locations l WHERE l.site_id = s.site_id ORDER BY l.parent_id NULLS FIRST, l.id LIMIT 1)
WHERE s.location_id IS NULL;
ALTER TABLE students ALTER COLUMN location_id SET NOT NULL`);
  }
}
