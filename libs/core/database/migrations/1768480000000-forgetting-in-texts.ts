import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the audit says of a person's entries of the waiting list, and texts there and at closures that name them, is emptied with the person. */
export class ForgettingInTexts1768480000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STAYS);
    await runner.query(guard(`, without_values(before -> 'changes', stays_beside_texts())`));
    await runner.query(forget(WAITING_AND_CLOSURES));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forget(WAITING));
    await runner.query(guard(''));
    await runner.query('DROP FUNCTION stays_beside_texts()');
  }
}

const STAYS = `
CREATE FUNCTION stays_beside_texts() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  ARRAY['person', 'location', 'location_type', 'location_tree', 'from', 'to', 'since', 'priority', 'kind']`;

const guard = (further: string): string => `
CREATE OR REPLACE FUNCTION refuse_all_but_emptying() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['notes', 'cancellation_reason', 'changes', 'emptied_at'];
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  IF before - may_change IS DISTINCT FROM after - may_change OR after ->> 'emptied_at' IS NULL
    OR (after ->> 'notes' IS NOT NULL AND after ->> 'notes' IS DISTINCT FROM before ->> 'notes')
    OR (after ->> 'cancellation_reason' IS NOT NULL AND after ->> 'cancellation_reason' IS DISTINCT FROM before ->> 'cancellation_reason')
    OR after -> 'changes' NOT IN (before -> 'changes', without_values(before -> 'changes', stays_in_trail()),
      without_values(before -> 'changes', stays_in_audit())${further})
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$`;

const WAITING = `
  UPDATE audit_events e SET changes = without_values(e.changes, stays_in_audit()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_kind IN ('block_booking', 'waiting_entry') AND names_any(e.changes::text, names)
    AND e.changes <> without_values(e.changes, stays_in_audit());`;

const WAITING_AND_CLOSURES = `
  UPDATE audit_events e SET changes = without_values(e.changes, stays_in_audit()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_kind = 'block_booking' AND names_any(e.changes::text, names)
    AND e.changes <> without_values(e.changes, stays_in_audit());
  UPDATE audit_events e SET changes = without_values(e.changes, stays_beside_texts()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_kind IN ('waiting_entry', 'closure') AND e.changes <> without_values(e.changes, stays_beside_texts())
    AND (EXISTS (SELECT FROM jsonb_array_elements(e.changes) AS c WHERE names_any(concat_ws(' ', c ->> 'from', c ->> 'to'), names))
      OR e.subject_id IN (
        SELECT x.subject_id FROM audit_events x, jsonb_array_elements(x.changes) AS c
        WHERE x.site_id = site AND x.subject_kind = 'waiting_entry' AND c ->> 'field' = 'person'
          AND person::text IN (c ->> 'from', c ->> 'to')));`;

const forget = (others: string): string => `
CREATE OR REPLACE FUNCTION forget_in_trails(site uuid, person uuid, names text[], moment timestamptz) RETURNS void
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
  WHERE e.site_id = site AND e.subject_id = person AND e.changes <> without_values(e.changes, stays_in_audit());${others}
  -- Stays that were theirs before somebody else's, and texts of other people's: all trails of the site are read.
  UPDATE booking_transactions t
  SET notes = NULL, cancellation_reason = NULL, changes = without_values(t.changes, stays_in_trail()), emptied_at = moment
  WHERE t.site_id = site
    AND (t.notes IS NOT NULL OR t.cancellation_reason IS NOT NULL OR t.changes <> without_values(t.changes, stays_in_trail()))
    AND (t.booking_id IN (
        SELECT x.booking_id FROM booking_transactions x
        WHERE x.site_id = site AND x.changes @> jsonb_build_array(jsonb_build_object('field', 'lead_person', 'from', person)))
      OR names_any(concat_ws(' ', t.notes, t.cancellation_reason, t.changes), names));
END $$`;
