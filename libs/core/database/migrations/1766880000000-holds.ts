import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when a provisional booking is held, and when somebody was told that this ends soon. */
export class Holds1766880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bookings ADD COLUMN hold_until timestamptz, ADD COLUMN hold_warned_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bookings DROP COLUMN hold_until, DROP COLUMN hold_warned_at');
  }
}
