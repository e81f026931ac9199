import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs, imports of bookings, and what finds the people that a file names. */
export class Imports1764000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [JOBS, IMPORTS, NAMES]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}

const JOBS = `
CREATE TABLE jobs (
  site_id uuid NOT NULL, id uuid NOT NULL, kind text NOT NULL, state text NOT NULL DEFAULT 'waiting', done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0, stage text NOT NULL DEFAULT 'waiting', attempt integer NOT NULL DEFAULT 0, result_url text,
  problem jsonb, created_by uuid, request_id text, created_at timestamptz NOT NULL, heartbeat_at timestamptz NOT NULL, finished_at timestamptz,
  CONSTRAINT jobs_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT jobs_id_1 UNIQUE (id),
  CONSTRAINT jobs_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT jobs_user_1 FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT jobs_state_1 CHECK (state IN ('waiting', 'active', 'completed', 'failed'))
);
CREATE INDEX jobs_open_1 ON jobs (heartbeat_at) WHERE state IN ('waiting', 'active');`;

const IMPORTS = `
CREATE TABLE imports (
  site_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL, key text NOT NULL, fingerprint text NOT NULL, role text NOT NULL,
  created_at timestamptz NOT NULL, undone_at timestamptz, undo_answer jsonb,
  CONSTRAINT imports_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT imports_key_1 UNIQUE (site_id, user_id, key),
  CONSTRAINT imports_job_1 FOREIGN KEY (site_id, id) REFERENCES jobs (site_id, id),
  CONSTRAINT imports_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE TABLE import_rows (
  site_id uuid NOT NULL, import_id uuid NOT NULL, position integer NOT NULL, row_index integer NOT NULL, cells jsonb NOT NULL,
  resolution jsonb, outcome text, reason text, booking_id uuid, booking_version integer, person_id uuid, person_created boolean NOT NULL DEFAULT false,
  overridden_booking_id uuid, changes jsonb NOT NULL DEFAULT '[]', issues jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT import_rows_pkey PRIMARY KEY (site_id, import_id, position),
  CONSTRAINT import_rows_import_1 FOREIGN KEY (site_id, import_id) REFERENCES imports (site_id, id),
  CONSTRAINT import_rows_outcome_1 CHECK (outcome IN ('created', 'updated', 'skipped', 'failed'))
);`;

// A column and not an expression index: the similarity of many names is checked again row by row.
const NAMES = `
-- The words of a name, folded and sorted: Byron, Ada is Ada Byron.
CREATE FUNCTION name_key(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN (
  SELECT coalesce(string_agg(word, ' ' ORDER BY word COLLATE "C"), '')
  FROM regexp_split_to_table(public.folded($1), '[^[:alnum:]]+') AS word WHERE word <> '');
-- An id without hyphens and leading zeros, which spreadsheets eat.
CREATE FUNCTION id_core(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ltrim(replace(public.folded($1), '-', ''), '0');
ALTER TABLE students ADD COLUMN name_key text NOT NULL DEFAULT '';
UPDATE students SET name_key = name_key(first_name || ' ' || last_name);
CREATE FUNCTION set_name_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name_key := name_key(NEW.first_name || ' ' || NEW.last_name);
  RETURN NEW;
END $$;
CREATE TRIGGER students_name_key BEFORE INSERT OR UPDATE OF first_name, last_name ON students
  FOR EACH ROW EXECUTE FUNCTION set_name_key();
CREATE INDEX students_name_key_1 ON students USING gin (name_key gin_trgm_ops);
CREATE INDEX students_id_core_1 ON students (site_id, id_core(student_id)) WHERE deleted_at IS NULL;`;

const DROP = `
DROP TRIGGER students_name_key ON students;
DROP INDEX students_id_core_1;
ALTER TABLE students DROP COLUMN name_key;
DROP TABLE import_rows, imports, jobs;
DROP FUNCTION set_name_key(), name_key(text), id_core(text);`;
