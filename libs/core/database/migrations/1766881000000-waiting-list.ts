import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who waits for a place. Whether an entry waits, was offered a place or has one follows from its booking. */
export class WaitingList1766881000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENTRIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waiting_entries');
  }
}

const ENTRIES = `
CREATE TABLE waiting_entries (
  site_id uuid NOT NULL, id uuid NOT NULL, student_id uuid, name text, contact text, location_type_id uuid NOT NULL, location_id uuid,
  starts date NOT NULL, ends date, since timestamptz NOT NULL, priority smallint NOT NULL, notes text, booking_id uuid,
  withdrawn_at timestamptz, freed_at timestamptz, freed_location_id uuid, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL, created_by uuid, updated_at timestamptz NOT NULL, updated_by uuid,
  CONSTRAINT waiting_entries_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT waiting_entries_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT waiting_entries_student_1 FOREIGN KEY (site_id, student_id) REFERENCES students (site_id, id),
  CONSTRAINT waiting_entries_type_1 FOREIGN KEY (site_id, location_type_id) REFERENCES location_types (site_id, id) ON DELETE CASCADE,
  CONSTRAINT waiting_entries_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id) ON DELETE CASCADE,
  CONSTRAINT waiting_entries_booking_1 FOREIGN KEY (site_id, booking_id) REFERENCES bookings (site_id, id),
  CONSTRAINT waiting_entries_created_1 FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT waiting_entries_updated_1 FOREIGN KEY (updated_by) REFERENCES users (id),
  CONSTRAINT waiting_entries_who_1 CHECK (num_nonnulls(student_id, name) = 1),
  CONSTRAINT waiting_entries_dates_1 CHECK (ends > starts)
);
CREATE INDEX waiting_entries_queue_1 ON waiting_entries (site_id, priority, since, id);
CREATE INDEX waiting_entries_student_2 ON waiting_entries (site_id, student_id);
CREATE INDEX waiting_entries_booking_2 ON waiting_entries (site_id, booking_id);
CREATE INDEX waiting_entries_type_2 ON waiting_entries (site_id, location_type_id);
CREATE INDEX waiting_entries_location_2 ON waiting_entries (site_id, location_id);`;
