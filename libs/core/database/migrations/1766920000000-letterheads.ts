import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites say where they are and how they look: on every document and mail. */
export class Letterheads1766920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(LOGOS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE site_logos');
    await runner.query(
      'ALTER TABLE sites DROP COLUMN address, DROP COLUMN phone, DROP COLUMN email, DROP COLUMN colour, DROP COLUMN logo_id',
    );
  }
}

const COLUMNS = `
ALTER TABLE sites ADD COLUMN address text, ADD COLUMN phone text, ADD COLUMN email text, ADD COLUMN colour text, ADD COLUMN logo_id uuid`;

// Apart from sites: they are read with every list, and a picture is large.
const LOGOS = `
CREATE TABLE site_logos (
  site_id uuid NOT NULL, png bytea NOT NULL,
  CONSTRAINT site_logos_pkey PRIMARY KEY (site_id),
  CONSTRAINT site_logos_site_1 FOREIGN KEY (site_id) REFERENCES sites (id)
)`;
