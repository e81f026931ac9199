import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const requireHolder: SqlFunction = {
  signature: 'require_holder()',
  text: `
-- What a foreign key does, for the rows of the timeline that are of a booking; those of closures have one of their own.
CREATE OR REPLACE FUNCTION require_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM bookings b WHERE b.site_id = NEW.site_id AND b.id = NEW.booking_id;
  IF NOT FOUND AND EXISTS (SELECT FROM occupancies o WHERE o.site_id = NEW.site_id AND o.booking_id = NEW.booking_id) THEN
    RAISE EXCEPTION 'occupancy of booking %, which does not exist', NEW.booking_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'occupancies_booking_1';
  END IF;
  RETURN NULL;
END $$`,
};
