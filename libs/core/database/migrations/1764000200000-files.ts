import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of users and students, and the documents that are printed. The files themselves are in the object store. */
export class Files1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PICTURES);
    await runner.query(DOCUMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE picture_uploads, pictures, document_jobs');
  }
}

const PICTURES = `
CREATE TABLE pictures (
  id uuid NOT NULL, user_id uuid, site_id uuid, student_id uuid, created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pictures_pkey PRIMARY KEY (id),
  CONSTRAINT pictures_user_1 FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT pictures_student_1 FOREIGN KEY (site_id, student_id) REFERENCES students (site_id, id),
  CONSTRAINT pictures_subject_1 CHECK (num_nonnulls(user_id, student_id) = 1 AND num_nonnulls(site_id, student_id) <> 1)
);
CREATE UNIQUE INDEX pictures_user_2 ON pictures (user_id);
CREATE UNIQUE INDEX pictures_student_2 ON pictures (site_id, student_id);

CREATE TABLE picture_uploads (
  id uuid NOT NULL, by_user_id uuid NOT NULL, site_id uuid, student_id uuid, content_type text NOT NULL,
  expires_at timestamptz NOT NULL, picture_id uuid,
  CONSTRAINT picture_uploads_pkey PRIMARY KEY (id),
  CONSTRAINT picture_uploads_user_1 FOREIGN KEY (by_user_id) REFERENCES users (id),
  CONSTRAINT picture_uploads_student_1 FOREIGN KEY (site_id, student_id) REFERENCES students (site_id, id)
);
CREATE INDEX picture_uploads_expiry_1 ON picture_uploads (expires_at);`;

const DOCUMENTS = `
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
