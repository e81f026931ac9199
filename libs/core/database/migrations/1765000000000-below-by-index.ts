import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTIONS = [
  'is_whole(uuid, uuid)',
  'places_to_take(uuid, uuid, daterange, boolean, uuid)',
  'place_to_book(uuid, uuid, daterange, uuid)',
  'blocking_bookings(uuid, uuid, daterange, boolean, uuid)',
  'exchange_places(uuid, jsonb)',
];

/**
 * Whether there is something below a location is looked up in an index. Where thousands of rooms are in one building the planner
 * takes it that every location has as many below it, so that the first row of the table would do, and reads all of it for each
 * room, which has none. And the index for names that are like another is not read any more.
 */
export class BelowByIndex1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE FUNCTION has_more_below(site uuid, root uuid) RETURNS boolean LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM locations l WHERE l.site_id = site AND l.parent_id = root);
END $$`);
    for (const name of FUNCTIONS) await runner.query(`ALTER FUNCTION ${name} SET enable_seqscan = off`);
    await runner.query('DROP INDEX students_name_key_1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX students_name_key_1 ON students USING gin (name_key gin_trgm_ops)');
    for (const name of FUNCTIONS) await runner.query(`ALTER FUNCTION ${name} RESET enable_seqscan`);
    await runner.query('DROP FUNCTION has_more_below(uuid, uuid)');
  }
}
