import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail about a booking says which, so that it is withdrawn when somebody of the booking is erased before it was sent. */
export class MailsOfBookings1766920100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outgoing_mails ADD COLUMN site_id uuid, ADD COLUMN booking_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outgoing_mails DROP COLUMN site_id, DROP COLUMN booking_id');
  }
}
