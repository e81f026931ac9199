import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when a block is held, for bookings that are added later. */
export class HoldsOfBlocks1766940200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE block_bookings ADD COLUMN hold_until timestamptz');
    await runner.query(KNOWN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE block_bookings DROP COLUMN hold_until');
  }
}

// A block of which all provisional bookings are held until one time was held as a whole.
const KNOWN = `
UPDATE block_bookings k SET hold_until = h.hold_until
FROM (
  SELECT site_id, block_booking_id, min(hold_until) AS hold_until FROM bookings
  WHERE status = 'provisional' AND block_booking_id IS NOT NULL
  GROUP BY site_id, block_booking_id HAVING count(DISTINCT hold_until) = 1 AND count(*) = count(hold_until)) h
WHERE k.site_id = h.site_id AND k.id = h.block_booking_id`;
