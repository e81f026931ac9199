import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Trails are emptied only in the transaction that erases the person, and an erasure is final: a caller who has only the rights of the application
 * leaves a record that stays erased.
 */
export class FinalErasures1768560000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FINAL);
    await runner.query(`ALTER FUNCTION forget_in_trails(${TYPES}) RENAME TO empty_trails`);
    await runner.query(`REVOKE ALL ON FUNCTION empty_trails(${TYPES}) FROM PUBLIC`);
    await runner.query(FORGET);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION forget_in_trails(${TYPES})`);
    await runner.query(`GRANT EXECUTE ON FUNCTION empty_trails(${TYPES}) TO PUBLIC`);
    await runner.query(`ALTER FUNCTION empty_trails(${TYPES}) RENAME TO forget_in_trails`);
    await runner.query('DROP TRIGGER students_stay_erased ON students');
    await runner.query('DROP FUNCTION refuse_restoring_erased()');
  }
}

const TYPES = 'uuid, uuid, text[], timestamptz';

const FINAL = `
CREATE FUNCTION refuse_restoring_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL AND NEW.erased_at IS DISTINCT FROM OLD.erased_at THEN
    RAISE EXCEPTION 'an erasure is final' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER students_stay_erased BEFORE UPDATE OF erased_at ON students FOR EACH ROW EXECUTE FUNCTION refuse_restoring_erased()`;

// A row that is visible and written by a transaction in progress was written by this one, or by a part of it.
const FORGET = `
CREATE FUNCTION forget_in_trails(site uuid, person uuid, names text[], moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM students s WHERE s.site_id = site AND s.id = person AND s.erased_at IS NOT NULL AND pg_xact_status(
      ((pg_current_xact_id()::text::bigint & ~4294967295) | s.xmin::text::bigint)::text::xid8) = 'in progress')
  THEN
    RAISE EXCEPTION 'nobody was erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM empty_trails(site, person, names, moment);
END $$`;
