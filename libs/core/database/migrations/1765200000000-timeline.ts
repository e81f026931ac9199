import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One timeline of places: closures and nights for cleaning are rows and nights of occupancies, under the same constraint. A
 * closed location closes everything below it. The functions are applied after the migrations, each from a file of its own;
 * those of the release before stay, since it may still run.
 */
export class Timeline1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [FUNCTIONS, CLOSURES, OCCUPANCIES, TURNAROUND, OPEN, CAUSES]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const FUNCTIONS = `
CREATE TABLE schema_functions (
  signature text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL,
  CONSTRAINT schema_functions_pkey PRIMARY KEY (signature, checksum)
)`;

const CLOSURES = `
CREATE TABLE closures (
  site_id uuid NOT NULL, id uuid NOT NULL, location_id uuid NOT NULL, starts date NOT NULL, ends date, kind text NOT NULL,
  reason text, notes text, version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL, created_by uuid, updated_at timestamptz NOT NULL, updated_by uuid,
  CONSTRAINT closures_pkey PRIMARY KEY (site_id, id),
  CONSTRAINT closures_site_1 FOREIGN KEY (site_id) REFERENCES sites (id),
  CONSTRAINT closures_location_1 FOREIGN KEY (site_id, location_id) REFERENCES locations (site_id, id),
  CONSTRAINT closures_created_1 FOREIGN KEY (created_by) REFERENCES users (id),
  CONSTRAINT closures_updated_1 FOREIGN KEY (updated_by) REFERENCES users (id),
  CONSTRAINT closures_kind_1 CHECK (kind IN ('maintenance', 'refurbishment', 'staff_use', 'other')),
  CONSTRAINT closures_dates_1 CHECK (ends >= starts)
);
CREATE INDEX closures_sort_1 ON closures (site_id, starts, id);
CREATE INDEX closures_location_2 ON closures (site_id, location_id, starts, id)`;

const OCCUPANCIES = `
ALTER TABLE occupancies ADD COLUMN closure_id uuid;
ALTER TABLE occupancies ADD COLUMN part_of uuid;
ALTER TABLE occupancies ADD COLUMN turnaround smallint NOT NULL DEFAULT 0;
ALTER TABLE occupancies DROP CONSTRAINT occupancies_booking_1;
CREATE FUNCTION require_holder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER occupancies_holder_1 AFTER INSERT OR UPDATE OF booking_id, closure_id ON occupancies
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.closure_id IS NULL) EXECUTE FUNCTION require_holder();
ALTER TABLE occupancies ADD CONSTRAINT occupancies_closure_1
  FOREIGN KEY (site_id, closure_id) REFERENCES closures (site_id, id) NOT VALID;
ALTER TABLE occupancies ADD CONSTRAINT occupancies_closure_2 CHECK (closure_id IS NULL OR closure_id = booking_id AND NOT in_house) NOT VALID;
ALTER TABLE occupancies ADD CONSTRAINT occupancies_turnaround_1 CHECK (turnaround BETWEEN 0 AND 30) NOT VALID`;

const TURNAROUND = `
ALTER TABLE location_types ADD COLUMN turnaround_days smallint NOT NULL DEFAULT 0;
ALTER TABLE location_types ADD CONSTRAINT location_types_turnaround_1 CHECK (turnaround_days BETWEEN 0 AND 30) NOT VALID;
ALTER TABLE bookings ADD COLUMN turnaround_days smallint;
ALTER TABLE bookings ADD CONSTRAINT bookings_turnaround_1 CHECK (turnaround_days BETWEEN 0 AND 30) NOT VALID`;

const OPEN = `
ALTER TABLE locations ADD COLUMN open boolean NOT NULL DEFAULT true;
WITH RECURSIVE closed AS (
  SELECT l.site_id, l.id FROM locations l WHERE NOT l.active
  UNION SELECT l.site_id, l.id FROM closed c JOIN locations l ON l.site_id = c.site_id AND l.parent_id = c.id)
UPDATE locations l SET open = false FROM closed c WHERE l.site_id = c.site_id AND l.id = c.id;
CREATE FUNCTION open_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.open := NEW.active AND coalesce(
    (SELECT p.open FROM locations p WHERE p.site_id = NEW.site_id AND p.id = NEW.parent_id), true);
  RETURN NEW;
END $$;
CREATE FUNCTION open_below() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE locations l SET active = l.active WHERE l.site_id = NEW.site_id AND l.parent_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER locations_open_1 BEFORE INSERT OR UPDATE OF active, parent_id ON locations
  FOR EACH ROW EXECUTE FUNCTION open_location();
CREATE TRIGGER locations_open_2 AFTER UPDATE ON locations
  FOR EACH ROW WHEN (NEW.open IS DISTINCT FROM OLD.open) EXECUTE FUNCTION open_below()`;

const CAUSES = `
ALTER TABLE booking_transactions DROP CONSTRAINT booking_transactions_cause_1;
ALTER TABLE booking_transactions ADD CONSTRAINT booking_transactions_cause_1
  CHECK (cause_kind IN ('override', 'bulk', 'import', 'undo', 'overstay')) NOT VALID`;

const DOWN = `
DELETE FROM occupancies WHERE closure_id IS NOT NULL;
DROP TRIGGER locations_open_1 ON locations;
DROP TRIGGER locations_open_2 ON locations;
ALTER TABLE locations DROP COLUMN open;
ALTER TABLE bookings DROP COLUMN turnaround_days;
ALTER TABLE location_types DROP COLUMN turnaround_days;
DROP TRIGGER occupancies_holder_1 ON occupancies;
ALTER TABLE occupancies DROP COLUMN closure_id, DROP COLUMN part_of, DROP COLUMN turnaround;
ALTER TABLE occupancies ADD CONSTRAINT occupancies_booking_1
  FOREIGN KEY (site_id, booking_id) REFERENCES bookings (site_id, id) DEFERRABLE INITIALLY DEFERRED;
DROP TABLE closures, schema_functions;
DROP FUNCTION IF EXISTS require_holder(), open_location(), open_below(), timeline(uuid, date), exchange_places(uuid, date, jsonb),
  exchange_places_in_turn(uuid, date, jsonb), leave_places(uuid, uuid, integer, text, date), take_single_places(uuid, date, jsonb),
  take_places(uuid, date, uuid, integer, uuid, date, date, smallint, boolean),
  place_to_book(uuid, date, uuid, date, date, smallint, uuid),
  blocking_holders(uuid, date, uuid, date, date, smallint, boolean, uuid),
  holders_below(uuid, date, uuid, date, date, smallint, boolean, uuid),
  places_to_take(uuid, date, uuid, date, date, smallint, boolean, uuid), overstay(daterange, smallint, date);
ALTER TABLE booking_transactions DROP CONSTRAINT booking_transactions_cause_1;
ALTER TABLE booking_transactions ADD CONSTRAINT booking_transactions_cause_1
  CHECK (cause_kind IN ('override', 'bulk', 'import', 'undo')) NOT VALID`;
