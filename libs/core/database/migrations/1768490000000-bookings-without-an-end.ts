import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bookings without an end got one when their nights began later because of an overstay, and lists of nights lost them. They have none again,
 * and their trails say so.
 */
export class BookingsWithoutAnEnd1768490000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REPAIR);
  }

  // The end was never true.
  async down(): Promise<void> {}
}

const REPAIR = `
WITH wrong AS (
  SELECT site_id, id, status, occupied_to FROM bookings
  WHERE status IN ('provisional', 'confirmed', 'checked_in') AND contract_end IS NULL AND occupied_to IS NOT NULL FOR UPDATE),
repaired AS (
  UPDATE bookings b SET occupied_to = NULL, version = b.version + 1, updated_at = now(), updated_by = NULL
  FROM wrong w WHERE b.site_id = w.site_id AND b.id = w.id)
INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, from_status, to_status, occurred_at, recorded_at, actor_type,
  actor_name, notes, changes)
SELECT w.site_id, w.id, (SELECT max(t.sequence) + 1 FROM booking_transactions t WHERE t.site_id = w.site_id AND t.booking_id = w.id), uuidv7(),
  'updated', w.status, w.status, now(), now(), 'system', 'Lodge', 'The nights have no end, because the contract has none.',
  jsonb_build_array(jsonb_build_object('field', 'occupied_to', 'from', w.occupied_to, 'to', NULL))
FROM wrong w`;
