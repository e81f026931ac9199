import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the audit says of entries of the waiting list that were offered to a person is emptied with the person, also if they have only a
 * name. Of a stay that somebody else led afterwards, what was said of that one remains.
 */
export class ForgettingInFormerStays1768540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(stays(`, 'booking'`));
    await runner.query(WITHOUT_FORMER_VALUES);
    await runner.query(guard(`, without_former_values(before -> 'changes', stays_in_trail())`));
    await runner.query(forget(OFFERED, FORMER_STAYS, ''));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forget('', '', AFTER_THEM));
    await runner.query(guard(''));
    await runner.query('DROP FUNCTION without_former_values(jsonb, text[])');
    await runner.query(stays(''));
  }
}

const stays = (further: string): string => `
CREATE OR REPLACE FUNCTION stays_beside_texts() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  ARRAY['person', 'location', 'location_type', 'location_tree', 'from', 'to', 'since', 'priority', 'kind'${further}]`;

const WITHOUT_FORMER_VALUES = `
-- The changes that a trail lists, without the former values of all fields but these.
CREATE FUNCTION without_former_values(changes jsonb, kept text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(jsonb_agg(CASE WHEN change ->> 'field' = ANY (kept) THEN change ELSE change || '{"from": null}' END ORDER BY n), '[]')
  FROM jsonb_array_elements(changes) WITH ORDINALITY AS c (change, n))`;

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
      without_values(before -> 'changes', stays_in_audit()), without_values(before -> 'changes', stays_beside_texts())${further})
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$`;

const LED_BEFORE = `x.site_id = site AND x.changes @> jsonb_build_array(jsonb_build_object('field', 'lead_person', 'from', person))`;

// An entry that names another student by now is not theirs, even if they led its booking.
const OFFERED = `
      OR e.subject_kind = 'waiting_entry' AND e.subject_id IN (
        SELECT o.subject_id FROM audit_events o, jsonb_array_elements(o.changes) AS c
        CROSS JOIN LATERAL (SELECT CASE WHEN c ->> 'field' = 'booking' THEN (c ->> 'to')::uuid END AS id) booking
        WHERE o.site_id = site AND o.subject_kind = 'waiting_entry' AND booking.id IS NOT NULL
          AND (EXISTS (SELECT FROM bookings b WHERE b.site_id = site AND b.id = booking.id AND b.lead_person_id = person)
            OR EXISTS (SELECT FROM booking_transactions x WHERE x.booking_id = booking.id AND ${LED_BEFORE}))
          AND NOT EXISTS (
            SELECT FROM waiting_entries w WHERE w.site_id = site AND w.id = o.subject_id AND w.student_id IS NOT NULL))`;

const FORMER_STAYS = `
  -- Stays that were theirs before somebody else's: until then. The entry by which they passed on says something of both.
  UPDATE booking_transactions t
  SET notes = NULL, cancellation_reason = NULL, emptied_at = moment,
    changes = CASE WHEN t.sequence < f.until THEN without_values(t.changes, stays_in_trail()) ELSE without_former_values(t.changes, stays_in_trail()) END
  FROM (SELECT x.booking_id, max(x.sequence) AS until FROM booking_transactions x WHERE ${LED_BEFORE} GROUP BY 1) f
  WHERE t.site_id = site AND t.booking_id = f.booking_id AND t.sequence <= f.until
    AND (t.notes IS NOT NULL OR t.cancellation_reason IS NOT NULL
      OR t.changes <> CASE WHEN t.sequence < f.until THEN without_values(t.changes, stays_in_trail()) ELSE without_former_values(t.changes, stays_in_trail()) END);`;

const AFTER_THEM = `t.booking_id IN (SELECT x.booking_id FROM booking_transactions x WHERE ${LED_BEFORE}) OR `;

const forget = (offered: string, formerStays: string, afterThem: string): string => `
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
  WHERE e.site_id = site AND e.subject_id = person AND e.changes <> without_values(e.changes, stays_in_audit());
  UPDATE audit_events e SET changes = without_values(e.changes, stays_in_audit()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_kind = 'block_booking' AND names_any(e.changes::text, names)
    AND e.changes <> without_values(e.changes, stays_in_audit());
  UPDATE audit_events e SET changes = without_values(e.changes, stays_beside_texts()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_kind IN ('waiting_entry', 'closure') AND e.changes <> without_values(e.changes, stays_beside_texts())
    AND (EXISTS (SELECT FROM jsonb_array_elements(e.changes) AS c WHERE names_any(concat_ws(' ', c ->> 'from', c ->> 'to'), names))
      OR e.subject_id IN (
        SELECT x.subject_id FROM audit_events x, jsonb_array_elements(x.changes) AS c
        WHERE x.site_id = site AND x.subject_kind = 'waiting_entry' AND c ->> 'field' = 'person'
          AND person::text IN (c ->> 'from', c ->> 'to'))${offered});${formerStays}
  -- Texts of other people's: all trails of the site are read.
  UPDATE booking_transactions t
  SET notes = NULL, cancellation_reason = NULL, changes = without_values(t.changes, stays_in_trail()), emptied_at = moment
  WHERE t.site_id = site
    AND (t.notes IS NOT NULL OR t.cancellation_reason IS NOT NULL OR t.changes <> without_values(t.changes, stays_in_trail()))
    AND (${afterThem}names_any(concat_ws(' ', t.notes, t.cancellation_reason, t.changes), names));
END $$`;
