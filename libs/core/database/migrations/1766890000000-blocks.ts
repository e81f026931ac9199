import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A block booking has a version, and its bookings need no lead person until they are confirmed. */
export class Blocks1766890000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
ALTER TABLE block_bookings ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
UPDATE block_bookings SET updated_at = created_at;
-- Bookings without a lead person come from this version only; the one before does not show them.
-- squawk-ignore ban-drop-not-null
ALTER TABLE bookings ALTER COLUMN lead_person_id DROP NOT NULL;
ALTER TABLE bookings ADD CONSTRAINT bookings_lead_3
  CHECK (lead_person_id IS NOT NULL OR (block_booking_id IS NOT NULL AND status IN ('provisional', 'cancelled', 'void'))) NOT VALID;`;

const DOWN = `
ALTER TABLE bookings DROP CONSTRAINT bookings_lead_3;
ALTER TABLE bookings ALTER COLUMN lead_person_id SET NOT NULL;
ALTER TABLE block_bookings DROP COLUMN updated_at, DROP COLUMN version;`;
