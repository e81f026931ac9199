import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Erasing finds names in whatever spelling: `***:` separates the regular expression of a word from that of the whole name. Other texts are
 * found as before.
 */
export class SpellingsOfNames1768530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NAMES_ANY(`CASE WHEN name LIKE '***:%' THEN ${IS_SPELT} ELSE ${AS_TEXT} END`));
    await runner.query(
      WITHOUT_NAMES(`IF name LIKE '***:%' THEN
      IF (${IS_SPELT}) THEN given := regexp_replace(given, ${WHOLE}, '[erased]', 'g'); END IF;
      CONTINUE;
    END IF;`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(NAMES_ANY(AS_TEXT));
    await runner.query(WITHOUT_NAMES(''));
  }
}

const WHOLE = `split_part(name, '***:', 3)`;
// PostgreSQL does not say in which order it computes an AND.
const IS_SPELT = `CASE WHEN given ~ split_part(name, '***:', 2) THEN given ~ ${WHOLE} ELSE false END`;
const AS_TEXT = 'strpos(lower(given), lower(name)) > 0';

const NAMES_ANY = (isNamed: string): string => `
CREATE OR REPLACE FUNCTION names_any(given text, names text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(bool_or(${isNamed}), false) FROM unnest(names) AS name)`;

const WITHOUT_NAMES = (first: string): string => `
CREATE OR REPLACE FUNCTION without_names(given text, names text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY names LOOP
    ${first}
    given := regexp_replace(given, '(?<![[:alnum:]])' || regexp_replace(name, '([][\\\\.^$*+?(){}|])', '\\\\\\1', 'g')
      || '(?![[:alnum:]])', '[erased]', 'gi');
  END LOOP;
  RETURN given;
END $$`;
