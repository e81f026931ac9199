import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Places of many stays change hands in one statement; and answers that a repeated request gets again. */
export class ExchangePlaces1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [EXCHANGE, IDEMPOTENCY, SORT_BY_END, CSV]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}

const EXCHANGE = `
-- Takes every place that a stay needs, or says that one was not to be had; what it took by then is for the caller to undo.
CREATE FUNCTION take_places(site uuid, booking uuid, segment integer, root uuid, stay daterange, resident boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  wanted integer;
  taken integer;
BEGIN
  WITH wanted_places AS MATERIALIZED (SELECT * FROM places_to_take(site, root, stay, resident, booking)),
  taken_places AS (
    INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
    SELECT site, booking, segment, p.location_id, p.slot, stay, true, resident FROM wanted_places p ORDER BY p.location_id, p.slot
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT (SELECT count(*) FROM wanted_places), (SELECT count(*) FROM taken_places) INTO wanted, taken;
  RETURN wanted > 0 AND wanted = taken;
END $$;

-- Runs steps in their order. A step gives up the places of a booking, takes places, or does both; one that cannot have
-- all it wants changes nothing. A subtransaction is only made where there is something to take back.
CREATE FUNCTION exchange_places(site uuid, steps jsonb) RETURNS TABLE (step integer, done boolean) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  s record;
BEGIN
  FOR s IN
    SELECT * FROM jsonb_to_recordset(steps) AS x (step integer, leave_booking uuid, leave_segment integer, leave_until date,
      leave_forgotten boolean, booking uuid, segment integer, location uuid, starts date, ends date, resident boolean)
  LOOP
    step := s.step;
    done := true;
    IF s.leave_booking IS NULL AND NOT is_whole(site, s.location) THEN
      done := take_places(site, s.booking, s.segment, s.location, nights(s.starts, s.ends), s.resident);
    ELSE
      BEGIN
        IF s.leave_forgotten THEN
          DELETE FROM occupancies o WHERE o.site_id = site AND o.booking_id = s.leave_booking AND o.segment >= s.leave_segment;
        ELSE
          UPDATE occupancies o SET live = false, in_house = false,
            period = nights(lower(o.period), coalesce(s.leave_until, upper(o.period)))
          WHERE o.site_id = site AND o.booking_id = s.leave_booking AND o.segment = s.leave_segment;
        END IF;
        IF s.location IS NOT NULL
          AND NOT take_places(site, s.booking, s.segment, s.location, nights(s.starts, s.ends), s.resident) THEN
          RAISE EXCEPTION SQLSTATE 'LD001';
        END IF;
      EXCEPTION WHEN SQLSTATE 'LD001' THEN
        done := false;
      END;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;`;

const IDEMPOTENCY = `
CREATE TABLE idempotency_keys (
  site_id uuid NOT NULL, user_id uuid NOT NULL, operation text NOT NULL, key text NOT NULL, fingerprint text NOT NULL,
  answer text NOT NULL, created_at timestamptz NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (site_id, user_id, operation, key),
  CONSTRAINT idempotency_keys_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT idempotency_keys_user_1 FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE INDEX idempotency_keys_created_1 ON idempotency_keys (created_at);`;

// An open end sorts last, and a cursor can point behind it.
const SORT_BY_END = `
DROP INDEX bookings_sort_2;
CREATE INDEX bookings_sort_2 ON bookings (site_id, coalesce(contract_end, 'infinity'), id);`;

const CSV = `
-- A cell that a spreadsheet would take for a formula gets an apostrophe; one that has it already gets one more, so that
-- taking one off always gives the text back. Not STRICT: such a function would not be inlined, and cost ten times as much.
CREATE FUNCTION csv_cell(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN ascii(ltrim($1, '''')) IN (9, 13, 43, 45, 61, 64) THEN '''' || $1 ELSE $1 END;`;

const DROP = `
DROP FUNCTION csv_cell(text);
DROP INDEX bookings_sort_2;
CREATE INDEX bookings_sort_2 ON bookings (site_id, contract_end, id);
DROP TABLE idempotency_keys;
DROP FUNCTION exchange_places(uuid, jsonb), take_places(uuid, uuid, integer, uuid, daterange, boolean);`;
