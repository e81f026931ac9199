import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A document is a job like any other: what is printed and where it lies stays, how far it is moves to its job. */
export class Documents1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
INSERT INTO jobs (site_id, id, kind, state, done, total, stage, result_url, problem, created_by, created_at, heartbeat_at, finished_at)
SELECT site_id, id, kind || '_document', state, progress_done, coalesce(progress_total, 0), coalesce(progress_stage, state),
  CASE WHEN state = 'completed' THEN '/documents/' || id || '/file?site=' || site_id END, problem, requested_by, created_at,
  coalesce(finished_at, created_at), finished_at
FROM document_jobs;
ALTER TABLE document_jobs RENAME TO documents;
ALTER TABLE documents DROP CONSTRAINT document_jobs_id_1, DROP CONSTRAINT document_jobs_site_1, DROP CONSTRAINT document_jobs_state_1,
  DROP state, DROP progress_done, DROP progress_total, DROP progress_stage, DROP problem, DROP finished_at,
  ADD CONSTRAINT documents_job_1 FOREIGN KEY (site_id, id) REFERENCES jobs (site_id, id);
ALTER TABLE documents RENAME CONSTRAINT document_jobs_pkey TO documents_pkey;
ALTER TABLE documents RENAME CONSTRAINT document_jobs_user_1 TO documents_user_1;
ALTER TABLE documents RENAME CONSTRAINT document_jobs_kind_1 TO documents_kind_1;
ALTER INDEX document_jobs_age_1 RENAME TO documents_age_1;`;

// Documents last for a day: those of the day are asked for again.
const DOWN = `
DROP TABLE documents;
DELETE FROM jobs WHERE kind IN ('students_document', 'booking_document');
CREATE TABLE document_jobs (
  site_id uuid NOT NULL, id uuid NOT NULL, kind text NOT NULL, parameters jsonb NOT NULL, requested_by uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting', progress_done integer NOT NULL DEFAULT 0, progress_total integer, progress_stage text,
  object_key text, bytes integer, etag text, problem jsonb,
  created_at timestamptz NOT NULL, finished_at timestamptz,
  CONSTRAINT document_jobs_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT document_jobs_id_1 UNIQUE (id),
  CONSTRAINT document_jobs_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT document_jobs_user_1 FOREIGN KEY (requested_by) REFERENCES users (id),
  CONSTRAINT document_jobs_kind_1 CHECK (kind IN ('students', 'booking')),
  CONSTRAINT document_jobs_state_1 CHECK (state IN ('waiting', 'active', 'completed', 'failed'))
);
CREATE INDEX document_jobs_age_1 ON document_jobs (created_at);`;
