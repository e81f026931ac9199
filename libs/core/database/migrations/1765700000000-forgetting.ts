import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What trails say of somebody who is erased is emptied, by one function and in nothing else: who, when and what kind of thing
 * happened stays. A row says when it was emptied.
 */
export class Forgetting1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [COLUMNS, TEXTS, GUARDS, FORGET]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const COLUMNS = `
ALTER TABLE booking_transactions ADD COLUMN emptied_at timestamptz;
ALTER TABLE audit_events ADD COLUMN emptied_at timestamptz;`;

const TEXTS = `
-- The changes that a trail lists, without the values of all fields but these.
CREATE FUNCTION without_values(changes jsonb, kept text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(jsonb_agg(CASE WHEN change ->> 'field' = ANY (kept) THEN change ELSE change || '{"from": null, "to": null}' END
    ORDER BY n), '[]')
  FROM jsonb_array_elements(changes) WITH ORDINALITY AS c (change, n));

-- Whether a text has one of these words or names in it, in whatever case.
CREATE FUNCTION names_any(given text, names text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(bool_or(strpos(lower(given), lower(name)) > 0), false) FROM unnest(names) AS name);

-- A text in which these names are crossed out, where they stand as words of their own.
CREATE FUNCTION without_names(given text, names text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY names LOOP
    given := regexp_replace(given, '(?<![[:alnum:]])' || regexp_replace(name, '([][\\\\.^$*+?(){}|])', '\\\\\\1', 'g')
      || '(?![[:alnum:]])', '[erased]', 'gi');
  END LOOP;
  RETURN given;
END $$;`;

// Two locks: the statement has to come from the function, and may then do nothing but empty.
const GUARDS = `
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('lodge.emptying', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION stays_in_trail() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  ARRAY['lead_person', 'additional_people', 'location', 'contract_start', 'contract_end', 'parking_expiry_at', 'departure_slot_at', 'flags'];
CREATE FUNCTION stays_in_audit() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY['type', 'location', 'active'];

CREATE FUNCTION refuse_all_but_emptying() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['notes', 'cancellation_reason', 'changes', 'emptied_at'];
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  IF before - may_change IS DISTINCT FROM after - may_change OR after ->> 'emptied_at' IS NULL
    OR (after ->> 'notes' IS NOT NULL AND after ->> 'notes' IS DISTINCT FROM before ->> 'notes')
    OR (after ->> 'cancellation_reason' IS NOT NULL AND after ->> 'cancellation_reason' IS DISTINCT FROM before ->> 'cancellation_reason')
    OR after -> 'changes' NOT IN (before -> 'changes', without_values(before -> 'changes', stays_in_trail()),
      without_values(before -> 'changes', stays_in_audit()))
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER booking_transactions_emptied_only BEFORE UPDATE ON booking_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_emptying();
CREATE TRIGGER audit_events_emptied_only BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_all_but_emptying();`;

const FORGET = `
-- Empties what trails say of somebody who was erased: the texts of their stays, the values of what was changed about them, and
-- texts of others that name them. As its owner, since nobody else may change a trail.
CREATE FUNCTION forget_in_trails(site uuid, person uuid, names text[], moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lodge.emptying = 'on' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM students s WHERE s.site_id = site AND s.id = person AND s.erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'nobody was erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE booking_transactions t
  SET notes = NULL, cancellation_reason = NULL, changes = without_values(t.changes, stays_in_trail()), emptied_at = moment
  FROM bookings b
  WHERE t.site_id = site AND b.site_id = site AND b.lead_person_id = person AND t.booking_id = b.id
    AND (t.notes IS NOT NULL OR t.cancellation_reason IS NOT NULL OR t.changes <> without_values(t.changes, stays_in_trail()));
  UPDATE audit_events e SET changes = without_values(e.changes, stays_in_audit()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_id = person AND e.changes <> without_values(e.changes, stays_in_audit());
  -- Stays that were theirs before somebody else's, and texts of other people's: all trails of the site are read.
  UPDATE booking_transactions t
  SET notes = NULL, cancellation_reason = NULL, changes = without_values(t.changes, stays_in_trail()), emptied_at = moment
  WHERE t.site_id = site
    AND (t.notes IS NOT NULL OR t.cancellation_reason IS NOT NULL OR t.changes <> without_values(t.changes, stays_in_trail()))
    AND (t.booking_id IN (
        SELECT x.booking_id FROM booking_transactions x
        WHERE x.site_id = site AND x.changes @> jsonb_build_array(jsonb_build_object('field', 'lead_person', 'from', person)))
      OR names_any(concat_ws(' ', t.notes, t.cancellation_reason, t.changes), names));
END $$;`;

const DOWN = `
DROP FUNCTION forget_in_trails(uuid, uuid, text[], timestamptz);
DROP TRIGGER booking_transactions_emptied_only ON booking_transactions;
DROP TRIGGER audit_events_emptied_only ON audit_events;
DROP FUNCTION refuse_all_but_emptying(), stays_in_trail(), stays_in_audit(), without_names(text, text[]), names_any(text, text[]), without_values(jsonb, text[]);
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
ALTER TABLE booking_transactions DROP COLUMN emptied_at;
ALTER TABLE audit_events DROP COLUMN emptied_at;`;
