import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calendars by a secret link: of a building, or of a person. */
export class CalendarFeeds1766860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FEEDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE calendar_feeds');
  }
}

const FEEDS = `
CREATE TABLE calendar_feeds (
  site_id uuid NOT NULL, id uuid NOT NULL, location_id uuid, student_id uuid, with_names boolean NOT NULL, token_hash bytea NOT NULL,
  created_by uuid NOT NULL, created_at timestamptz NOT NULL, last_read_at timestamptz,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT calendar_feeds_token_1 UNIQUE (token_hash),
  CONSTRAINT calendar_feeds_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT calendar_feeds_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_student_1 FOREIGN KEY (site_id, student_id) REFERENCES students (site_id, id),
  CONSTRAINT calendar_feeds_user_1 FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT calendar_feeds_subject_1 CHECK (num_nonnulls(location_id, student_id) = 1)
);
CREATE INDEX calendar_feeds_location_2 ON calendar_feeds (site_id, location_id);
CREATE INDEX calendar_feeds_student_2 ON calendar_feeds (site_id, student_id);
CREATE INDEX calendar_feeds_user_2 ON calendar_feeds (created_by);`;
