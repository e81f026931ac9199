import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The name of a block booking is unique in its site. Of those that have one name, the oldest keeps it; the others get the next free
 * number in brackets, as in "Summer school (2)", and the audit says so. The index is built while others write; after a failure it is
 * built again.
 */
export class BlockNames1766890001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Others are not held up by the waiting of this.
    await runner.query('SET lock_timeout = 0');
    await runner.query(RENAME);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS block_bookings_name_1');
    await runner.query(
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS block_bookings_name_1 ON block_bookings (site_id, lower(name))',
    );
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS block_bookings_name_1');
  }
}

const RENAME = `
DO $$
DECLARE block record; number integer; ending text; called text;
BEGIN
  FOR block IN
    SELECT * FROM (
      SELECT b.*, row_number() OVER (PARTITION BY site_id, lower(name) ORDER BY created_at, id) AS place FROM block_bookings b) numbered
    WHERE place > 1 ORDER BY created_at, id
  LOOP
    number := 2;
    LOOP
      ending := ' (' || number || ')';
      called := left(block.name, 120 - length(ending)) || ending;
      EXIT WHEN NOT EXISTS (SELECT FROM block_bookings b WHERE b.site_id = block.site_id AND lower(b.name) = lower(called));
      number := number + 1;
    END LOOP;
    UPDATE block_bookings SET name = called, version = version + 1, updated_at = now() WHERE site_id = block.site_id AND id = block.id;
    INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id, changes)
    VALUES (uuidv7(), block.site_id, now(), 'system', 'Lodge', 'block_booking.updated', 'block_booking', block.id,
      jsonb_build_array(jsonb_build_object('field', 'name', 'from', NULL, 'to', NULL)));
  END LOOP;
END $$`;
