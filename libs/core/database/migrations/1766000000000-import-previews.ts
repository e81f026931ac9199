import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Previews that are kept for a day, and what was declared about files with the same headers. */
export class ImportPreviews1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE TABLE import_previews (
  site_id uuid NOT NULL, id uuid NOT NULL, user_id uuid NOT NULL, created_at timestamptz NOT NULL, rows bytea NOT NULL,
  declared jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT import_previews_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT import_previews_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT import_previews_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE INDEX import_previews_created_1 ON import_previews (created_at);
CREATE TABLE import_mappings (
  site_id uuid NOT NULL, id uuid NOT NULL, headers jsonb NOT NULL, header_key text NOT NULL, declared jsonb NOT NULL,
  user_id uuid NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  CONSTRAINT import_mappings_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT import_mappings_header_key_1 UNIQUE (site_id, header_key),
  CONSTRAINT import_mappings_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT import_mappings_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
ALTER TABLE imports ADD COLUMN status_words jsonb NOT NULL DEFAULT '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN status_words; DROP TABLE import_mappings, import_previews');
  }
}
