import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the audit says of blocks and of the waiting list is emptied as well, if it names somebody who is erased. */
export class ForgettingInBlocks1768471000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(forget(OTHERS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forget(''));
  }
}

const OTHERS = `
  UPDATE audit_events e SET changes = without_values(e.changes, stays_in_audit()), emptied_at = moment
  WHERE e.site_id = site AND e.subject_kind IN ('block_booking', 'waiting_entry') AND names_any(e.changes::text, names)
    AND e.changes <> without_values(e.changes, stays_in_audit());`;

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
