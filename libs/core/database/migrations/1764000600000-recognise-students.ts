import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How an import recognises somebody it might know already: a spreadsheet eats leading zeros, and a form swaps the names. */
export class RecogniseStudents1764000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECOGNISE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}

const RECOGNISE = `
-- A student id without what spreadsheets eat and people leave out: leading zeros and hyphens.
CREATE FUNCTION bare_student_id(student_id text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ltrim(replace(lower(student_id), '-', ''), '0');

-- A name without accents, case and punctuation.
CREATE FUNCTION bare_name(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(public.folded(first_name || ' ' || last_name), '-.''’\`', ' ');

CREATE INDEX students_bare_id_1 ON students (site_id, bare_student_id(student_id)) WHERE deleted_at IS NULL;
CREATE INDEX students_bare_name_1 ON students (site_id, bare_name(first_name, last_name)) WHERE deleted_at IS NULL;`;

const DROP = `
DROP INDEX students_bare_id_1, students_bare_name_1;
DROP FUNCTION bare_student_id(text), bare_name(text, text);`;
