import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const openLocation: SqlFunction = {
  signature: 'open_location()',
  text: `
-- A location is open when it is active and so is everything above it.
CREATE OR REPLACE FUNCTION open_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.open := NEW.active AND coalesce(
    (SELECT p.open FROM locations p WHERE p.site_id = NEW.site_id AND p.id = NEW.parent_id), true);
  RETURN NEW;
END $$`,
};

export const openBelow: SqlFunction = {
  signature: 'open_below()',
  text: `
-- What opens or closes a location does so to those below it, each of which passes it on to those below itself.
CREATE OR REPLACE FUNCTION open_below() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE locations l SET active = l.active WHERE l.site_id = NEW.site_id AND l.parent_id = NEW.id;
  RETURN NULL;
END $$`,
};
