import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry of the waiting list that was offered to somebody is theirs. Until now it kept only the name with which it was added. */
export class OfferedEntries1768570000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BIND);
  }

  /** Nothing to take back: the names are in the audit. */
  async down(): Promise<void> {}
}

const BIND = `
UPDATE waiting_entries w SET student_id = b.lead_person_id, name = NULL, version = w.version + 1 FROM bookings b
WHERE b.site_id = w.site_id AND b.id = w.booking_id AND w.student_id IS NULL AND b.lead_person_id IS NOT NULL`;
