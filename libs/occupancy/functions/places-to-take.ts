import { contractEndOf, isLate } from '#libs/occupancy/functions/late-stays';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const placesToTake: SqlFunction = {
  signature: 'places_to_take(uuid,date,uuid,date,date,smallint,boolean,uuid)',
  text: `
-- The places that a stay has to get, with the nights that it takes of each: all places of a whole, else the first free slot
-- of a room; no row when none is free. The nights for cleaning follow the departure; without a number of their own, as many
-- as the type of the location says. Somebody who is still in house after the end of the contract has every night until today:
-- a resident whose nights end before today gets no place in which others stayed since, or that has been closed since or is tonight.
-- Of a room for several, a place in which nobody is late to leave goes first for tonight: the others are full when they arrive.
-- In a room that has fewer places than before, stays in those that it has no more count, too.
CREATE OR REPLACE FUNCTION places_to_take(site uuid, today date, root uuid, first date, departure date, cleaning smallint,
  resident boolean, own uuid)
RETURNS TABLE (location_id uuid, slot smallint, period daterange, turnaround smallint)
LANGUAGE plpgsql STABLE ROWS 1 SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  slots smallint;
  place smallint := 1;
  waiting smallint;
  days smallint;
  stay daterange;
  since daterange := CASE WHEN resident THEN nights(coalesce(departure, 'infinity'), today) ELSE 'empty' END;
  late daterange := CASE WHEN resident AND departure < today THEN nights(departure, today + 1) ELSE 'empty' END;
BEGIN
  SELECT CASE WHEN departure > first THEN coalesce(cleaning, t.turnaround_days) ELSE 0 END,
    CASE WHEN t.can_be_allocated_to_bookings THEN l.capacity END
  INTO days, slots FROM locations l JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
  WHERE l.site_id = site AND l.id = root;
  stay := nights(first, departure + days);
  IF EXISTS (SELECT FROM locations l WHERE l.site_id = site AND l.parent_id = root) THEN
    IF is_whole(site, root) THEN
      IF NOT EXISTS (
        SELECT FROM allocatable_below(site, root) c
        JOIN occupancies o ON o.site_id = site AND o.location_id = c.location_id AND o.slot > c.capacity AND o.live
          AND o.closure_id IS NULL AND o.booking_id <> own AND o.period && stay)
        AND NOT EXISTS (
        SELECT FROM allocatable_below(site, root) c
        JOIN occupancies o ON o.site_id = site AND o.location_id = c.location_id AND o.in_house AND o.booking_id <> own
          AND stay && overstay(o.period, o.turnaround, today))
        AND (isempty(since) OR NOT EXISTS (
          SELECT FROM allocatable_below(site, root) c
          JOIN occupancies o ON o.site_id = site AND o.location_id = c.location_id AND o.live AND o.booking_id <> own AND o.period && late
          LEFT JOIN bookings b ON b.site_id = site AND b.id = o.booking_id
          WHERE o.closure_id IS NOT NULL OR o.period && since AND (b.status = 'checked_out' OR o.segment < b.segment))) THEN
        RETURN QUERY SELECT c.location_id, s::smallint, stay, days
          FROM allocatable_below(site, root) c, generate_series(1, c.capacity) AS s;
      END IF;
      RETURN;
    END IF;
    slots := (SELECT c.capacity FROM allocatable_below(site, root) c WHERE c.location_id = root);
  END IF;
  IF is_full(site, root, slots, stay, own) THEN
    RETURN;
  END IF;
  WHILE place <= slots LOOP
    IF NOT EXISTS (
        SELECT FROM occupancies o WHERE o.location_id = root AND o.slot = place AND o.site_id = site AND o.live
          AND o.booking_id <> own AND o.period && stay)
      AND NOT EXISTS (
        SELECT FROM occupancies o WHERE o.site_id = site AND o.location_id = root AND o.slot = place AND o.in_house
          AND o.booking_id <> own AND (resident OR stay && overstay(o.period, o.turnaround, today)))
      AND (isempty(since) OR NOT EXISTS (
        SELECT FROM occupancies o LEFT JOIN bookings b ON b.site_id = site AND b.id = o.booking_id
        WHERE o.location_id = root AND o.slot = place AND o.site_id = site AND o.live AND o.booking_id <> own AND o.period && late
          AND (o.closure_id IS NOT NULL OR o.period && since AND (b.status = 'checked_out' OR o.segment < b.segment)))) THEN
      IF slots = 1 OR NOT stay @> today OR NOT EXISTS (
        SELECT FROM occupancies o WHERE o.site_id = site AND o.location_id = root AND o.slot = place AND o.in_house
          AND o.booking_id <> own AND ${isLate('o', contractEndOf('o'), 'today')}) THEN
        RETURN QUERY SELECT root, place, stay, days;
        RETURN;
      END IF;
      waiting := coalesce(waiting, place);
    END IF;
    place := place + 1;
  END LOOP;
  IF waiting IS NOT NULL THEN
    RETURN QUERY SELECT root, waiting, stay, days;
  END IF;
END $$`,
};
