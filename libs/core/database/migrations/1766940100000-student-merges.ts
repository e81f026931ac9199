import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which records of one person became one, and what that changed, so that it can be undone. */
export class StudentMerges1766940100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MERGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE student_merges');
  }
}

const MERGES = `
CREATE TABLE student_merges (
  site_id uuid NOT NULL, id uuid NOT NULL, kept_id uuid NOT NULL, merged_id uuid NOT NULL, snapshot jsonb NOT NULL,
  merged_at timestamptz NOT NULL, merged_by uuid NOT NULL, undone_at timestamptz,
  CONSTRAINT student_merges_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT student_merges_kept_1 FOREIGN KEY (site_id, kept_id) REFERENCES students (site_id, id),
  CONSTRAINT student_merges_merged_1 FOREIGN KEY (site_id, merged_id) REFERENCES students (site_id, id),
  CONSTRAINT student_merges_user_1 FOREIGN KEY (merged_by) REFERENCES users (id)
);
CREATE INDEX student_merges_kept_2 ON student_merges (site_id, kept_id);
CREATE INDEX student_merges_merged_2 ON student_merges (site_id, merged_id);`;
